/** Public numbered topics: a snapshot on subscribing, then the same deltas to all subscribers, without a gap. */
import { envelopeText } from '#contract/frame-text.ts'
import { TOPICS } from '#contract/topics.ts'
import type { Kind, PublicTopic } from '#server/platform/socket/hub.ts'
import type { SocketClient } from '#server/platform/socket/socket-client.ts'

export interface PublicTopics {
  add(topic: PublicTopic): void
  /** Subscribes a page. False if there is no such key. `accept` runs before the first frame. */
  open(client: SocketClient, key: string, accept: () => void): Promise<boolean>
  close(client: SocketClient, key: string): void
  /** Sends a delta to all subscribers. With delivery `latest` they take turns, so that no burst delays an order. */
  broadcast(key: string, seq: number, data: unknown): void
  heartbeat(): void
}

export interface PublicTopicsParts {
  /** Identifies this run of the process. Sequence numbers start again with it. */
  epoch: string
  nowMs(): number
}

/** Takes a few milliseconds. */
const CLIENTS_PER_TURN = 200

/** Sends to the first clients at once, and to the others between other work. */
function inTurns(clients: readonly SocketClient[], send: (client: SocketClient) => void): void {
  clients.slice(0, CLIENTS_PER_TURN).forEach(send)
  if (clients.length <= CLIENTS_PER_TURN) return
  setImmediate(() => inTurns(clients.slice(CLIENTS_PER_TURN), send))
}

/** Each page, and the deltas that wait until its snapshot is sent. Null if it was sent. */
type Readers = Map<SocketClient, { seq: number; json: string }[] | null>

interface Watched {
  seq: number
  readers: Readers
}

function sendDelta(readers: Readers, delta: string, isSpread: boolean): void {
  const ready = [...readers].flatMap(([client, waiting]) => (waiting === null ? [client] : []))
  const send = (client: SocketClient): void => {
    // It may have left meanwhile, or wait for another snapshot.
    if (readers.get(client) === null) client.send(delta)
  }
  if (isSpread) inTurns(ready, send)
  else ready.forEach(send)
}

export function createPublicTopics({ epoch, nowMs }: PublicTopicsParts): PublicTopics {
  const topics = new Map<string, PublicTopic>()
  const watched = new Map<string, Watched>()
  const partsOf = (key: string): { topic: PublicTopic | undefined; params: string[] } => {
    const [name = '', ...params] = key.split(':')
    return { topic: topics.get(name), params }
  }
  const text = (key: string, kind: Kind, seq: number, json: string): string =>
    envelopeText({ topic: key, epoch, seq, kind, timeMs: nowMs() }, json)

  const watch = (key: string): Watched => {
    const known = watched.get(key)
    if (known !== undefined) return known
    const fresh: Watched = { seq: 0, readers: new Map() }
    watched.set(key, fresh)
    partsOf(key).topic?.watched?.(key)
    return fresh
  }
  const close = (client: SocketClient, key: string): void => {
    const readers = watched.get(key)?.readers
    if (readers === undefined || !readers.delete(client) || readers.size > 0) return
    watched.delete(key)
    partsOf(key).topic?.unwatched?.(key)
  }
  return {
    add: (topic) => void topics.set(topic.name, topic),
    close,
    open: async (client, key, accept) => {
      const { topic, params } = partsOf(key)
      if (topic === undefined) return false
      const waiting: { seq: number; json: string }[] = []
      const watching = watch(key)
      watching.readers.set(client, waiting)
      const snapshot = await topic.snapshot(params)
      // The page has unsubscribed meanwhile, or subscribed again.
      if (watching.readers.get(client) !== waiting) return true
      if (snapshot === null) {
        close(client, key)
        return false
      }
      accept()
      client.send(text(key, 'snapshot', snapshot.seq, JSON.stringify(snapshot.data)))
      for (const { seq, json } of waiting) {
        if (seq > snapshot.seq) client.send(text(key, 'delta', seq, json))
      }
      watching.seq = Math.max(watching.seq, snapshot.seq)
      watching.readers.set(client, null)
      return true
    },
    broadcast: (key, seq, data) => {
      const watching = watched.get(key)
      if (watching === undefined) return
      watching.seq = seq
      const json = JSON.stringify(data)
      const delta = text(key, 'delta', seq, json)
      const { topic } = partsOf(key)
      const isSpread = topic !== undefined && TOPICS[topic.name].delivery === 'latest'
      sendDelta(watching.readers, delta, isSpread)
      for (const waiting of watching.readers.values()) waiting?.push({ seq, json })
    },
    heartbeat: () => {
      for (const [key, { seq, readers }] of watched) {
        const beat = text(key, 'heartbeat', seq, 'null')
        for (const [client, waiting] of readers) if (waiting === null) client.send(beat)
      }
    },
  }
}
