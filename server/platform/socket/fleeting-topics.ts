/** Ephemeral topics of one user: sent to the pages that are subscribed now, never stored and never replayed. */
import { envelopeText } from '#contract/frame-text.ts'
import type { TopicName } from '#contract/topics.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

/** An ephemeral topic. */
export interface FleetingTopic {
  name: TopicName
  /** The state while nothing happens, which every new subscription starts with. */
  quiet: unknown
}

/** The ephemeral topics of all users. */
export interface FleetingTopics {
  add(topic: FleetingTopic): void
  has(name: string): boolean
  /** Subscribes a page. Returns a function that ends the subscription. */
  open(client: SocketClient, userId: bigint, name: TopicName): () => void
  /** Sends data to the user's subscribed pages. */
  pass(userId: bigint, name: TopicName, data: unknown): void
}

/** What ephemeral topics need. */
export interface FleetingParts {
  /** Identifies this run of the process. */
  epoch: string
  nowMs(): number
}

const keyOf = (userId: bigint, name: string): string => `${userId}:${name}`

/** Creates the ephemeral topics. */
export function createFleetingTopics({ epoch, nowMs }: FleetingParts): FleetingTopics {
  const topics = new Map<string, FleetingTopic>()
  const readers = new Map<string, Set<SocketClient>>()
  let seq = 0
  const text = (topic: TopicName, kind: 'snapshot' | 'delta', data: unknown): string =>
    envelopeText({ topic, epoch, seq, kind, timeMs: nowMs() }, JSON.stringify(data))
  return {
    add: (topic) => void topics.set(topic.name, topic),
    has: (name) => topics.has(name),
    open: (client, userId, name) => {
      const key = keyOf(userId, name)
      const mine = readers.get(key) ?? new Set()
      readers.set(key, mine.add(client))
      client.send(text(name, 'snapshot', topics.get(name)?.quiet))
      return () => {
        mine.delete(client)
        if (mine.size === 0 && readers.get(key) === mine) readers.delete(key)
      }
    },
    pass: (userId, name, data) => {
      const mine = readers.get(keyOf(userId, name))
      if (mine === undefined) return
      seq += 1
      const frame = text(name, 'delta', data)
      for (const client of mine) client.send(frame)
    },
  }
}
