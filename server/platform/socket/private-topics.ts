/** All durable feeds of all pages: delivers events to them, and sweeps for events that were never delivered. */
import type { Database } from '#server/platform/db/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/socket/hub.ts'
import { selectEpoch } from '#server/platform/db/instance.ts'
import {
  type FeedParts,
  openPrivateFeed,
  type PrivateFeed,
} from '#server/platform/socket/private-feed.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

/** The durable topics of all users. */
export interface PrivateTopics {
  add(topic: PrivateTopic): void
  has(name: string): boolean
  /** Opens a feed. `after`: the epoch and number that the page has seen. */
  open(client: SocketClient, request: PrivateRequest): Promise<PrivateFeed>
  close(feed: PrivateFeed): void
  deliver(events: readonly OutboxEvent[]): void
  /** Sends a heartbeat to every feed, with the newest number according to the database. */
  sweep(): Promise<void>
}

/** A request to open a feed. */
interface PrivateRequest {
  userId: bigint
  topic: string
  after: { epoch: string; seq: number } | undefined
}

/** What durable topics need. */
export interface PrivateTopicsParts {
  database: Database
  nowMs(): number
  onError(error: unknown): void
}

const SELECT_HEADS = 'select user_id, topic, seq from outbox_heads where user_id = any ($1)'
const keyOf = (userId: bigint, topic: string): string => `${userId}:${topic}`

/** Creates the durable topics. */
export function createPrivateTopics(parts: PrivateTopicsParts): PrivateTopics {
  const { database } = parts
  const topics = new Map<string, PrivateTopic>()
  const feeds = new Map<string, Set<PrivateFeed>>()
  let feedParts: FeedParts | null = null

  const partsWithEpoch = async (): Promise<FeedParts> => {
    if (feedParts !== null) return feedParts
    feedParts = { ...parts, epoch: await selectEpoch(database) }
    return feedParts
  }
  return {
    add: (topic) => void topics.set(topic.name, topic),
    has: (name) => topics.has(name),
    open: async (client, { userId, topic: name, after }) => {
      const topic = topics.get(name)
      if (topic === undefined) throw new Error(`no such private topic: ${name}`)
      const known = await partsWithEpoch()
      const seen = after?.epoch === known.epoch ? BigInt(after.seq) : null
      const feed = openPrivateFeed(known, { client, userId, topic, after: seen })
      const key = keyOf(userId, name)
      feeds.set(key, (feeds.get(key) ?? new Set()).add(feed))
      return feed
    },
    close: (feed) => {
      feed.close()
      const key = keyOf(feed.userId, feed.topic)
      const readers = feeds.get(key)
      readers?.delete(feed)
      if (readers?.size === 0) feeds.delete(key)
    },
    deliver: (events) => {
      for (const event of events) {
        for (const feed of feeds.get(keyOf(event.userId, event.topic)) ?? []) feed.take(event)
      }
    },
    sweep: async () => {
      const all = [...feeds.values()].flatMap((readers) => [...readers])
      if (all.length === 0) return
      const users = [...new Set(all.map(({ userId }) => userId))]
      const rows = await database.query<{ user_id: bigint; topic: string; seq: bigint }>(
        SELECT_HEADS,
        [users],
      )
      const heads = new Map(rows.map((row) => [keyOf(row.user_id, row.topic), row.seq]))
      for (const feed of all) feed.beat(heads.get(keyOf(feed.userId, feed.topic)) ?? 0n)
    },
  }
}
