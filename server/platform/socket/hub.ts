/**
 * The interface of the socket for the areas. They register topics and report events; the hub decides how these are
 * sent.
 */
import type { z } from 'zod'
import type { FrameRequest } from '#contract/frames.ts'
import type { statsRow } from '#contract/market-topics.ts'
import type { Envelope, TopicName } from '#contract/topics.ts'
import type { FleetingTopic } from '#server/platform/socket/fleeting-topics.ts'
import type { Who } from '#server/platform/socket/socket-client.ts'

/** A numbered event of one user, as the outbox returned it. `payload` is the delta as JSON. */
export interface OutboxEvent {
  userId: bigint
  topic: TopicName
  seq: bigint
  payload: string
}

/**
 * A durable topic of a user: a snapshot with the newest sequence number. Missed events are replayed from the outbox.
 */
export interface PrivateTopic {
  name: TopicName
  /** The snapshot as JSON and the outbox head that it includes, read in one database snapshot. */
  snapshot(userId: bigint): Promise<{ seq: bigint; json: string }>
}

/** A public topic with a key of the form `name` or `name:param:param`. All subscribers of a key get the same frames. */
export interface PublicTopic {
  name: TopicName
  /** Null if there is no such key. Called per subscription and per resync. */
  snapshot(params: readonly string[]): Promise<{ seq: number; data: unknown } | null>
  /** Called for the first subscriber of a key, and `unwatched` after the last, so that unused keys cost nothing. */
  watched?(key: string): void
  unwatched?(key: string): void
}

/** The socket as the areas use it. */
export interface SocketHub {
  addPrivate(topic: PrivateTopic): void
  addPublic(topic: PublicTopic): void
  addFleeting(topic: FleetingTopic): void
  /** Sends one delta to every subscriber of `key`. The caller numbers it (last seq + 1). */
  broadcast(key: string, seq: number, data: unknown): void
  /** Delivers events, after the commit that created them, in any order. The hub repairs the order from the outbox. */
  deliver(events: readonly OutboxEvent[]): void
  /** Adds a listener, called with the events after they were passed on. */
  onDelivered(listener: (events: readonly OutboxEvent[]) => void): void
  /** Sends ephemeral data to a user's open pages. It is neither numbered nor stored. */
  pass(userId: bigint, name: TopicName, data: unknown): void
  /** The answer to a page without a socket, as JSON (contract/frames.ts). */
  poll(who: Who, request: FrameRequest): Promise<string>
  /** Ends the sockets of a user's session within 1 s. */
  endSession(sessionId: bigint): void
  /** Ends the sockets of an operator's session within 1 s. */
  endDesk(sessionId: bigint): void
  close(): Promise<void>
}

/**
 * The newest state of a product, as the quote and stats wheels read it. It is not a copy, so read it and do not keep
 * it.
 */
export interface QuoteState {
  productId: number
  /** The market-wide count of ticks when this product last changed. */
  seq: number
  timeMs: number
  price: number
}

/** What the quote and stats wheels read from the market. */
export interface QuoteSource {
  /**
   * Calls the listener for each good tick after it is durable. Returns a function that removes it. The wheel copies the
   * state and keeps no reference.
   */
  onTick(listener: (tick: QuoteState) => void): () => void
  /** The newest state of every product that has had a tick, for new pages. */
  latest(): Iterable<QuoteState>
  /** The statistics of the last 24 h as of now, as the stats topic carries them. Null before the first tick. */
  statsRow(productId: number): z.output<typeof statsRow> | null
}
/** The kind of a frame. */
export type Kind = Envelope[3]
