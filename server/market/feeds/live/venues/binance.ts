/** Binance: public trades without a key. Spot is from the address that serves market data only. */
import { DAY_MS } from '#contract/time.ts'
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
  withDigits,
} from '#server/market/feeds/live/venues/frame.ts'

/** 1,024 streams per connection, 5 messages per second from us, 300 connections per 5 minutes and address. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: null,
  cutAfterMs: DAY_MS,
  attempts: { count: 300, perMs: 300_000 },
  symbolsPerRequest: 100,
  requestEveryMs: 250,
}

/** Only `MARKET` is a trade of the order book: the others are of the insurance fund or of deleveraging. */
const ORIGINS = new Map<unknown, boolean>([
  [undefined, false],
  ['MARKET', false],
  ['INSURANCE_FUND', true],
  ['ADL', true],
  ['NA', true],
])

/** What is inside of `data`, or the whole frame if it is not of a stream. */
type ReadEvent = (event: Fields) => VenueSignal[] | null

const readOther: ReadEvent = (event) => {
  if (event['e'] === 'serverShutdown') return RECONNECT
  return typeof event['e'] === 'string' || 'u' in event ? ALIVE : null
}

const readSpot: ReadEvent = (event) =>
  event['e'] === 'trade'
    ? readTrades([event], ({ s, t, p, T }) => ({ symbol: s, id: t, price: p, stampMs: millis(T) }))
    : readOther(event)

/**
 * Aggregates: one per taker order, price and side in 100 ms. The undocumented stream `trade` has other ids, so it is
 * not read.
 */
const readPerpetual: ReadEvent = (event) =>
  event['e'] === 'aggTrade'
    ? readTrades([event], ({ s, a, p, T, X }) => ({
        symbol: s,
        id: a,
        price: p,
        stampMs: millis(T),
        isApart: ORIGINS.get(X) ?? X,
      }))
    : readOther(event)

const objectOf =
  (readEvent: ReadEvent) =>
  (fields: Fields): VenueSignal[] | null => {
    const { data, error, result, id } = fields
    if (data !== undefined)
      return isFields(data) ? readEvent(data) : fault('no event in the stream')
    if (error !== undefined) return refused(error, ofRequest(id))
    if ('code' in fields && 'msg' in fields) return refused(fields['msg'], ofRequest(id))
    if (result === null && id !== undefined) return subscribed(ofRequest(id))
    return readEvent(fields)
  }

/** The text that subscribes to a stream of each symbol. Streams are in lower case. */
const asking = (stream: string) => (symbols: readonly string[], request: number) =>
  JSON.stringify({
    method: 'SUBSCRIBE',
    params: symbols.map((symbol) => `${symbol.toLowerCase()}@${stream}`),
    id: request,
  })

export const binance: Venue = {
  line: 'binance',
  name: 'binance',
  url: 'wss://data-stream.binance.vision/stream',
  limits: LIMITS,
  repeats: 'none',
  subscribe: asking('trade'),
  read: (frame) => readFrame(frame, objectOf(readSpot)),
}

/** The id of an aggregate is a number. */
const NUMBERS = /"(a)"\s*:\s*(\d+)(?=\s*[,}])/g

/**
 * Perpetual contracts in USDT. Streams of trades come by the route `/market`. Another route, like a symbol that does
 * not exist, is confirmed and stays silent.
 */
export const binancePerpetual: Venue = {
  line: 'binance-perpetual',
  name: 'binance',
  url: 'wss://fstream.binance.com/market/stream',
  limits: LIMITS,
  repeats: 'none',
  subscribe: asking('aggTrade'),
  read: (frame) => readFrame(withDigits(frame, NUMBERS), objectOf(readPerpetual)),
}
