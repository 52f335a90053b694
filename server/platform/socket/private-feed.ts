/**
 * The feed of one page on a durable topic: a snapshot or a replay, then every event once and in order. Gaps are filled
 * from the outbox.
 */
import { envelopeText, type FrameHead } from '#contract/frame-text.ts'
import type { TopicName } from '#contract/topics.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/socket/hub.ts'
import { outboxOf } from '#server/platform/db/outbox.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

export interface FeedParts {
  database: Database
  nowMs(): number
  /** The epoch of the outbox, which changes only with the database. */
  epoch: string
  onError(error: unknown): void
}

export interface FeedRequest {
  client: SocketClient
  userId: bigint
  topic: PrivateTopic
  /** The last number that the page has seen. Null if it has seen none, or one of another epoch. */
  after: bigint | null
}

/** The feed of one page. */
export interface PrivateFeed {
  readonly userId: bigint
  readonly topic: TopicName
  /** Resolves when the snapshot or the replay was sent, or has failed. */
  readonly started: Promise<void>
  /** Takes a committed event. Events may arrive in any order. */
  take(event: OutboxEvent): void
  /**
   * Takes the newest number of the outbox: fetches events that were never delivered, then sends the number to the page.
   */
  beat(head: bigint): void
  close(): void
}

/**
 * If more events are missing, a snapshot is cheaper. A page that reconnects subscribes to ten topics at once. The sum
 * of their replays must stay below what may wait for a page (socket-client.ts): otherwise the page would be cut at each
 * reconnect.
 */
export const REPLAY_MAX = 20
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** How far a feed has come. */
interface Progress {
  /** The newest number sent. Null if a snapshot is due. */
  sent: bigint | null
  /** The newest number known to be committed. */
  head: bigint
  closed: boolean
}

/** Opens the feed of a page. */
export function openPrivateFeed(parts: FeedParts, request: FeedRequest): PrivateFeed {
  const { after, topic, userId } = request
  const at: Progress = { sent: after, head: 0n, closed: false }
  const step = createSteps(parts, request, at)
  let working = false
  /** Runs one operation at a time. Events that arrive meanwhile raise `head` and are fetched in the next round. */
  const work = async (first: () => Promise<void>): Promise<void> => {
    if (working) return
    working = true
    try {
      await first()
      while (!at.closed && (at.sent === null || at.sent < at.head)) {
        await (at.sent === null ? step.snapshot() : step.replay(at.sent))
      }
    } catch (error) {
      parts.onError(error)
    } finally {
      working = false
    }
  }
  const catchUp = (): Promise<void> => work(async () => undefined)
  const confirm = (): void => {
    if (!working && at.sent !== null) step.frame('heartbeat', at.sent, 'null')
  }
  const begin = async () => (after === null ? undefined : step.checkHead(after))
  const started = work(begin).then(confirm)
  return {
    userId,
    topic: topic.name,
    started,
    take: (event) => {
      at.head = larger(at.head, event.seq)
      if (working) return
      if (at.sent !== null && event.seq === at.sent + 1n) {
        step.frame('delta', event.seq, event.payload)
        at.sent = event.seq
      } else void catchUp()
    },
    beat: (known) => {
      at.head = larger(at.head, known)
      void catchUp().then(confirm)
    },
    close: () => {
      at.closed = true
    },
  }
}

interface Steps {
  frame(kind: FrameHead['kind'], seq: bigint, json: string): void
  snapshot(): Promise<void>
  replay(after: bigint): Promise<void>
  checkHead(after: bigint): Promise<void>
}

function createSteps(parts: FeedParts, request: FeedRequest, at: Progress): Steps {
  const { database, epoch, nowMs } = parts
  const { client, topic, userId } = request
  const outbox = outboxOf(database, userId, topic.name)
  const frame = (kind: FrameHead['kind'], seq: bigint, json: string): void => {
    if (at.closed) return
    client.send(envelopeText({ topic: topic.name, epoch, seq, kind, timeMs: nowMs() }, json))
  }
  const snapshot = async (): Promise<void> => {
    const target = at.head
    const { seq, json } = await topic.snapshot(userId)
    if (seq < target) throw new Error(`${topic.name}: a snapshot older than the events before it`)
    frame('snapshot', seq, json)
    at.sent = seq
  }
  return {
    frame,
    snapshot,
    replay: async (after) => {
      const target = at.head
      const rows = await outbox.after(after, REPLAY_MAX + 1)
      const last = rows.at(-1)?.seq ?? after
      const isWhole = last >= target && last - after === BigInt(rows.length)
      // Too many events, or some that the outbox no longer has: only a snapshot can continue the feed.
      if (rows.length > REPLAY_MAX || !isWhole) return snapshot()
      for (const row of rows) frame('delta', row.seq, row.payload)
      at.sent = last
    },
    checkHead: async (after) => {
      const known = await outbox.head()
      at.head = larger(at.head, known)
      if (known >= after) return
      // The page has seen more than exists, so the database was restored to an earlier state.
      frame('gap', known, 'null')
      at.sent = null
    },
  }
}
