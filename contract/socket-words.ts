/** The words of the socket in a file without schemas: what runs before the app's code has come needs them too. */

/** Integers a product in a quotes frame (contract/topics.ts, quotesData). */
export const QUOTE_FIELDS = 6

/** The socket's event names and what each carries. Every client event but `visible` is acknowledged. */
export const SOCKET_EVENTS = {
  /** server → client: one envelope. */
  frame: 'f',
  /** server → client: this session has ended; the server closes the socket next. */
  ended: 'ended',
  /** client → server, ack `SubscribeReply`. `after`: replay from there if the server still can. */
  subscribe: 'subscribe',
  unsubscribe: 'unsubscribe',
  /** client → server: the products whose quotes and stats this page shows. */
  visible: 'visible',
  /** client → server, ack: server time in ms. */
  clock: 'clock',
} as const
