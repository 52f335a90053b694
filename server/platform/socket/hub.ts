/** What the areas see of the socket: they register topics and say what happened; how it travels is the hub's. */
import type { z } from 'zod'
import type { Envelope, statsRow, TopicName } from '#contract/topics.ts'
import type { FleetingTopic } from '#server/platform/socket/fleeting-topics.ts'

/** One numbered event of one user, as the outbox returned it; `payload` is the delta's JSON. */
export interface OutboxEvent {
  userId: bigint
  topic: TopicName
  seq: bigint
  payload: string
}

/** A durable topic of a user: snapshot with the head's seq; replay comes from the outbox. */
export interface PrivateTopic {
  name: TopicName
  /** JSON of the snapshot and the outbox head it includes, read in one database snapshot. */
  snapshot(userId: bigint): Promise<{ seq: bigint; json: string }>
}

/** A public topic keyed by name or `name:param:param`, broadcast alike to all who subscribed. */
export interface PublicTopic {
  name: TopicName
  /** Null: no such key. Called per subscription and per resync. */
  snapshot(params: readonly string[]): Promise<{ seq: number; data: unknown } | null>
  /** First and last subscriber of a key, so that work for nobody stops. */
  watched?(key: string): void
  unwatched?(key: string): void
}

export interface SocketHub {
  addPrivate(topic: PrivateTopic): void
  addPublic(topic: PublicTopic): void
  addFleeting(topic: FleetingTopic): void
  /** Sends one delta to every subscriber of `key`; the caller numbers it (last seq + 1). */
  broadcast(key: string, seq: number, data: unknown): void
  /** After the commit that made them. Out-of-order hand-over is the hub's to mend from the outbox. */
  deliver(events: readonly OutboxEvent[]): void
  /** Tells a user's open pages something that holds for a moment: it is neither numbered nor kept. */
  pass(userId: bigint, name: TopicName, data: unknown): void
  /** Ends the sockets of one session, within 1 s. */
  endSession(sessionId: bigint): void
  /** The same for an operator's. */
  endDesk(sessionId: bigint): void
  close(): Promise<void>
}

/** The newest state of a product, as the quote and stats wheels read it (no copy: read, do not keep). */
export interface QuoteState {
  productId: number
  /** Market-wide count of ticks when this product last changed. */
  seq: number
  timeMs: number
  price: number
}

/** What the quote and stats wheels take from the market. */
export interface QuoteSource {
  /** Called for each good tick, after it is durable; returns what ends it. The wheel copies, it keeps nothing. */
  onTick(listener: (tick: QuoteState) => void): () => void
  /** The newest of every product that has had a tick: what a new page sees first. */
  latest(): Iterable<QuoteState>
  /** Over the last 24 h as of now, as the stats topic carries it; null before the first tick. */
  statsRow(productId: number): z.output<typeof statsRow> | null
}
export type Kind = Envelope[3]
