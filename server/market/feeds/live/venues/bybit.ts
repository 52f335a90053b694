/** Bybit, version 5 of its protocol: spot pairs and linear perpetual contracts, each at an address of its own. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  type Fields,
  millis,
  ofRequest,
  OUR_LIMITS,
  readFrame,
  readTrades,
  refused,
  subscribed,
} from '#server/market/feeds/live/venues/frame.ts'

const TOPIC = 'publicTrade.'

/** 500 connections per 5 minutes and address. */
const LIMITS: Omit<VenueLimits, 'symbolsPerRequest'> = {
  ...OUR_LIMITS,
  ping: { everyMs: 20_000, text: () => '{"op":"ping"}' },
  cutAfterMs: null,
  attempts: { count: 500, perMs: 300_000 },
  requestEveryMs: 100,
}

/** An answer to a request. That to a ping has the operation `ping` and the message `pong`. */
function readAnswer({ op, success, ret_msg, req_id }: Fields): VenueSignal[] | null {
  if (op === 'ping' || op === 'pong') return ALIVE
  if (op !== 'subscribe') return null
  // One symbol that is unknown, or subscribed already, refuses the whole request.
  return success === true ? subscribed(ofRequest(req_id)) : refused(ret_msg, ofRequest(req_id))
}

function readObject(fields: Fields): VenueSignal[] | null {
  const { topic, data, op } = fields
  if (typeof op === 'string') return readAnswer(fields)
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

/** `symbolsPerRequest`: spot takes 10 topics, linear any number up to 21,000 characters per connection. */
const lineAt = (line: Pick<Venue, 'line' | 'url'>, symbolsPerRequest: number): Venue => ({
  ...line,
  name: 'bybit',
  limits: { ...LIMITS, symbolsPerRequest },
  repeats: 'none',
  subscribe: (symbols, request) =>
    JSON.stringify({
      req_id: String(request),
      op: 'subscribe',
      args: symbols.map((symbol) => TOPIC + symbol),
    }),
  read: (frame) => readFrame(frame, readObject),
})
export const bybit = lineAt({ line: 'bybit', url: 'wss://stream.bybit.com/v5/public/spot' }, 10)
export const bybitPerpetual = lineAt(
  { line: 'bybit-perpetual', url: 'wss://stream.bybit.com/v5/public/linear' },
  50,
)
