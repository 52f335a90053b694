/** Bybit spot, version 5 of its protocol. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  type Fields,
  inBatches,
  millis,
  OUR_LIMITS,
  readFrame,
  readTrades,
  refused,
  SUBSCRIBED,
} from '#server/market/feeds/live/venues/frame.ts'

const TOPIC = 'publicTrade.'

/** 500 connections per 5 minutes and address; 10 topics per request. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: { everyMs: 20_000, text: '{"op":"ping"}' },
  cutAfterMs: null,
  attempts: { count: 500, perMs: 300_000 },
  symbolsPerRequest: 10,
  requestEveryMs: 100,
}

/** An answer to a request. That to a ping has the operation `ping` and the message `pong`. */
function readAnswer(op: string, success: unknown, message: unknown): VenueSignal[] | null {
  if (op === 'ping' || op === 'pong') return ALIVE
  if (op !== 'subscribe') return null
  return success === true ? SUBSCRIBED : refused(message)
}

function readObject({ topic, data, op, success, ret_msg }: Fields): VenueSignal[] | null {
  if (typeof op === 'string') return readAnswer(op, success, ret_msg)
  if (typeof topic !== 'string') return null
  if (!topic.startsWith(TOPIC)) return ALIVE
  // A block trade was negotiated off the book. Retail price improvement is open to a part of the users only.
  return readTrades(data, ({ T, s, p, i, BT = false, RPI = false }) => ({
    symbol: s,
    id: i,
    price: p,
    stampMs: millis(T),
    isApart: BT === false ? RPI : BT,
  }))
}

export const bybit: Venue = {
  name: 'bybit',
  url: 'wss://stream.bybit.com/v5/public/spot',
  limits: LIMITS,
  confirms: 'request',
  repeatsLastTrade: false,
  subscribe: (symbols) =>
    inBatches(symbols, LIMITS.symbolsPerRequest).map((batch) =>
      JSON.stringify({ op: 'subscribe', args: batch.map((symbol) => TOPIC + symbol) }),
    ),
  read: (frame) => readFrame(frame, readObject),
}
