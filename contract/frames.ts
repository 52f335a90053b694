/** What a page without a socket asks for in one request, and the answer (contract/endpoints/frames.ts). */
import { z } from 'zod/mini'
import { timeMs } from '#contract/scalars.ts'
import { SOCKET_LIMITS } from '#contract/socket-protocol.ts'
import { envelope, subscribeRequest, topicKey, visibleRequest } from '#contract/topics.ts'

/**
 * The topics as the socket's `subscribe` event names them, and the products as its `visible` event does. With `after`,
 * a topic of the user answers with what is newer only, and a topic of candles with the newest `POLLED_BARS` only.
 */
export const frameRequest = z.object({
  topics: z.array(subscribeRequest).check(z.maxLength(SOCKET_LIMITS.subscriptions)),
  visible: visibleRequest,
})
/** What a page asks for in one request. */
export type FrameRequest = z.output<typeof frameRequest>

/** The number of candles in an answer to a page that has the earlier ones. */
export const POLLED_BARS = 10

/** The answer to one request. */
export const frameReply = z.object({
  serverTime: timeMs,
  /** The topics that the server refuses, each with a code of the error catalogue. */
  refused: z.array(z.object({ topic: topicKey, code: z.string() })),
  /** The frames that the socket would send after these subscriptions, in its order and form. */
  frames: z.array(envelope),
})
/** A parsed answer. The data of its frames is not parsed yet. */
export type FrameReply = z.output<typeof frameReply>
