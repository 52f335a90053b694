/** One topic of a page that polls: what is asked for next, and how the answers continue each other. */
import type { z } from 'zod/mini'
import { SAME_EPOCH } from '#contract/frame-text.ts'
import type { Candle } from '#contract/product.ts'
import {
  type Envelope,
  type SubscribeReply,
  type subscribeRequest,
  TOPICS,
} from '#contract/topics.ts'
import type { Timing } from '#streams/wire/timing.ts'

type Request = z.output<typeof subscribeRequest>

export interface PolledTopic {
  /** The subscription to ask for next. */
  request(): Request
  /** Answers the request of the wire, once. */
  answer(reply: SubscribeReply): void
  /** The frame as the wire may apply it. Undefined if it says nothing. */
  accept(frame: Envelope): Envelope | undefined
}

/** Candles that follow the last answer within this time are among the newest ones that the server sends. */
const CONTINUED_MS = 8_000
/** Unlike any of the server, so that the socket starts again from a snapshot. */
const POLLED_EPOCH = 'polled'

/** Creates a topic from the request of the wire. `answer` is called with the first reply of the server. */
export function createPolledTopic(
  wanted: Request,
  answer: (reply: SubscribeReply) => void,
  timing: Timing,
): PolledTopic {
  const { topic } = wanted
  const isCandles = topic.startsWith('candles:')
  let after = isCandles ? undefined : wanted.after
  let heardAt = -Infinity
  let isAnswered = false
  let seq = 0
  let bars = new Set<string>()

  /** The candles that are not as in the answer before. */
  const changed = (candles: Candle[]): Candle[] => {
    const before = bars
    bars = new Set(candles.map((candle) => JSON.stringify(candle)))
    return candles.filter((candle) => !before.has(JSON.stringify(candle)))
  }
  /** The server numbers candles only while a socket is subscribed, so they are numbered here. */
  const candlesOf = (frame: Envelope, continued: boolean): Envelope => {
    const [, , , , timeMs, data] = frame
    const parsed = TOPICS.candles.snapshot.safeParse(data)
    // The wire counts it, and asks again.
    if (!parsed.success) return frame
    const news = changed(parsed.data)
    if (!continued) return [topic, POLLED_EPOCH, seq, 'snapshot', timeMs, data]
    if (news.length === 0) return [topic, POLLED_EPOCH, seq, 'heartbeat', timeMs, null]
    seq += 1
    return [topic, POLLED_EPOCH, seq, 'delta', timeMs, news]
  }
  return {
    request: () => {
      if (isCandles && timing.monotonicMs() - heardAt > CONTINUED_MS) after = undefined
      return { topic, ...(after !== undefined && { after }) }
    },
    answer: (reply) => {
      if (!isAnswered) answer(reply)
      isAnswered = true
    },
    accept: (frame) => {
      const [, epoch, at, kind] = frame
      if (isCandles && kind !== 'snapshot') return undefined
      const continued = after !== undefined
      heardAt = timing.monotonicMs()
      if (kind === 'gap' || kind === 'error') after = undefined
      else after = { epoch: epoch === SAME_EPOCH ? (after?.epoch ?? '') : epoch, seq: at }
      return isCandles ? candlesOf(frame, continued) : frame
    },
  }
}
