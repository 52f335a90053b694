/** Topics of one user that hold for a moment: told to the pages that listen now, never stored, never replayed. */
import { envelopeText } from '#contract/frame-text.ts'
import type { TopicName } from '#contract/topics.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

export interface FleetingTopic {
  name: TopicName
  /** What is so while nothing happens: every page begins with it. */
  quiet: unknown
}

export interface FleetingTopics {
  add(topic: FleetingTopic): void
  has(name: string): boolean
  /** Returns what ends it. */
  open(client: SocketClient, userId: bigint, name: TopicName): () => void
  pass(userId: bigint, name: TopicName, data: unknown): void
}

export interface FleetingParts {
  /** Of this run of the process. */
  epoch: string
  nowMs(): number
}

const keyOf = (userId: bigint, name: string): string => `${userId}:${name}`

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
