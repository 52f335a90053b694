/**
 * The names of the socket protocol. This file has no schemas, so that the scripts that run before the app's code can
 * import it.
 */

/** The event names of the socket and what each event carries. Every client event except `visible` is acknowledged. */
export const SOCKET_EVENTS = {
  /** server → client: one envelope. */
  frame: 'f',
  /** server → client: this session has ended, and the server will close the socket. */
  ended: 'ended',
  /** client → server, ack `SubscribeReply`. With `after`, the server replays the frames since then if it can. */
  subscribe: 'subscribe',
  /** client → server: ends the subscription of a topic. */
  unsubscribe: 'unsubscribe',
  /** client → server: the products whose quotes and statistics this page shows. */
  visible: 'visible',
  /** client → server, ack: server time in ms. */
  clock: 'clock',
} as const

/**
 * The parameter of the socket's address that may contain the page's first packet, a `SocketOpening` as JSON. The server
 * then takes it as received, and the page sends none.
 */
export const OPENING_PARAM = 'opening'

/** What a page may send with its first packet, as socket.io's `auth`. */
export interface SocketOpening {
  /** True if it is a page of the desk. */
  desk?: boolean
  /** The payload of that event. Quotes of these products are sent at once, as if the page had subscribed to them. */
  visible?: { list: readonly number[]; detail: readonly number[] }
}

/** The limits and intervals of one socket. Names end in their unit. */
export const SOCKET_LIMITS = {
  subscriptions: 50,
  messagesPerSecond: 20,
  inboundBytes: 16_384,
  heartbeatMs: 10_000,
  quoteHeartbeatMs: 1_000,
  listFlushMs: 100,
  detailFlushMs: 50,
} as const
