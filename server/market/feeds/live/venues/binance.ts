/** Binance spot: public trades without a key, from the address that serves market data only. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  fault,
  type Fields,
  isFields,
  millis,
  ofRequest,
  OUR_LIMITS,
  readFrame,
  readTrades,
  RECONNECT,
  refused,
  subscribed,
} from '#server/market/feeds/live/venues/frame.ts'

const HOUR_MS = 3_600_000

/** 1,024 streams per connection, 5 messages per second from us, 300 connections per 5 minutes and address. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: null,
  cutAfterMs: 24 * HOUR_MS,
  attempts: { count: 300, perMs: 300_000 },
  symbolsPerRequest: 100,
  requestEveryMs: 250,
}

/** What is inside of `data`, or the whole frame if it is not of a stream. */
function readEvent(event: Fields): VenueSignal[] | null {
  if (event['e'] === 'trade') {
    return readTrades([event], ({ s, t, p, T }) => ({
      symbol: s,
      id: t,
      price: p,
      stampMs: millis(T),
    }))
  }
  if (event['e'] === 'serverShutdown') return RECONNECT
  return typeof event['e'] === 'string' || 'u' in event ? ALIVE : null
}

function readObject(fields: Fields): VenueSignal[] | null {
  const { data, error, result, id } = fields
  if (data !== undefined) return isFields(data) ? readEvent(data) : fault('no event in the stream')
  if (error !== undefined) return refused(error, ofRequest(id))
  if ('code' in fields && 'msg' in fields) return refused(fields['msg'], ofRequest(id))
  if (result === null && id !== undefined) return subscribed(ofRequest(id))
  return readEvent(fields)
}

export const binance: Venue = {
  name: 'binance',
  url: 'wss://data-stream.binance.vision/stream',
  limits: LIMITS,
  repeatsLastTrade: false,
  subscribe: (symbols, request) =>
    JSON.stringify({
      method: 'SUBSCRIBE',
      params: symbols.map((symbol) => `${symbol.toLowerCase()}@trade`),
      id: request,
    }),
  read: (frame) => readFrame(frame, readObject),
}
