/** One page's durable topic: a snapshot or a replay, then every event once and in order, mended from the outbox. */
import type { TopicName } from '#contract/topics.ts'
import type { Database } from '#server/platform/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/hub.ts'
import type { SocketClient } from '#server/platform/socket-client.ts'
import { envelopeText, type FrameHead } from '#server/platform/socket-frame.ts'

export interface FeedParts {
  database: Database
  nowMs(): number
  /** Of the outbox: it changes only with the database itself. */
  epoch: string
  onError(error: unknown): void
}

export interface FeedRequest {
  client: SocketClient
  userId: bigint
  topic: PrivateTopic
  /** What the page has seen; null: nothing, or of another epoch. */
  after: bigint | null
}

export interface PrivateFeed {
  readonly userId: bigint
  readonly topic: TopicName
  /** Committed, in whatever order they come. */
  take(event: OutboxEvent): void
  /** The outbox reaches this number: fetches what was never handed over, then says so to the page. */
  beat(head: bigint): void
  close(): void
}

/** More missing events than this: a snapshot is cheaper. */
const REPLAY_MAX = 500
const SELECT_AFTER =
  'select seq, payload from outbox where user_id = $1 and topic = $2 and seq > $3 order by seq limit $4'
const SELECT_HEAD =
  'select coalesce(max(seq), 0) as seq from outbox_heads where user_id = $1 and topic = $2'

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export function openPrivateFeed(parts: FeedParts, request: FeedRequest): PrivateFeed {
  const { database, epoch, nowMs, onError } = parts
  const { client, userId, topic } = request
  // Null: a snapshot is due.
  let sent = request.after
  let head = 0n
  let working = false
  let closed = false

  const frame = (kind: FrameHead['kind'], seq: bigint, json: string): void => {
    if (closed) return
    client.send(envelopeText({ topic: topic.name, epoch, seq, kind, timeMs: nowMs() }, json))
  }
  const snapshot = async (): Promise<void> => {
    const target = head
    const { seq, json } = await topic.snapshot(userId)
    if (seq < target) throw new Error(`${topic.name}: a snapshot older than the events before it`)
    frame('snapshot', seq, json)
    sent = seq
  }
  const replay = async (after: bigint): Promise<void> => {
    const target = head
    const params = [userId, topic.name, after, REPLAY_MAX + 1]
    const rows = await database.query<{ seq: bigint; payload: string }>(SELECT_AFTER, params)
    const last = rows.at(-1)?.seq ?? after
    // Too many, or numbered but not there: only a snapshot continues it.
    if (rows.length > REPLAY_MAX || last < target) return snapshot()
    for (const row of rows) frame('delta', row.seq, row.payload)
    sent = last
  }
  const checkHead = async (after: bigint): Promise<void> => {
    const rows = await database.query<{ seq: bigint }>(SELECT_HEAD, [userId, topic.name])
    const known = rows[0]?.seq ?? 0n
    head = larger(head, known)
    if (known >= after) return
    // The page has seen more than there is: the database went back behind its back.
    frame('gap', known, 'null')
    sent = null
  }
  /** One at a time; what arrives meanwhile raises `head` and is fetched in the next round. */
  const work = async (first: () => Promise<void>): Promise<void> => {
    if (working) return
    working = true
    try {
      await first()
      while (!closed && (sent === null || sent < head)) {
        await (sent === null ? snapshot() : replay(sent))
      }
    } catch (error) {
      onError(error)
    } finally {
      working = false
    }
  }
  const catchUp = (): Promise<void> => work(async () => undefined)
  const confirm = (): void => {
    if (!working && sent !== null) frame('heartbeat', sent, 'null')
  }
  const { after } = request
  void work(async () => (after === null ? undefined : checkHead(after))).then(confirm)
  return {
    userId,
    topic: topic.name,
    take: (event) => {
      head = larger(head, event.seq)
      if (working) return
      if (sent !== null && event.seq === sent + 1n) {
        frame('delta', event.seq, event.payload)
        sent = event.seq
      } else void catchUp()
    },
    beat: (known) => {
      head = larger(head, known)
      void catchUp().then(confirm)
    },
    close: () => {
      closed = true
    },
  }
}
