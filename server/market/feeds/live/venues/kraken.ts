/** Kraken, version 2 of its protocol. Prices and ids are JSON numbers: their digits are taken from the raw text. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  type Fields,
  isFields,
  isoTime,
  ofSymbol,
  OUR_LIMITS,
  readFrame,
  readTrades,
  refused,
  subscribed,
  withDigits,
} from '#server/market/feeds/live/venues/frame.ts'

/** About 150 connection attempts per 10 minutes and address. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: null,
  cutAfterMs: null,
  attempts: { count: 150, perMs: 600_000 },
  symbolsPerRequest: 50,
  requestEveryMs: 250,
}

/** The fields whose digits count. */
const NUMBERS = /"(price|trade_id)"\s*:\s*([\d.]+)(?=\s*[,}])/g

const CHANNELS_WITHOUT_PRICES = new Set<unknown>(['heartbeat', 'ticker', 'instrument'])
const STATES = new Set<unknown>(['online', 'maintenance', 'cancel_only', 'post_only', 'limit_only'])

/** Trades happen while the venue is online only: in every other state orders rest. */
function readStatus(data: unknown): VenueSignal[] | null {
  const first: unknown = Array.isArray(data) ? data[0] : undefined
  const system = isFields(first) ? first['system'] : undefined
  if (!STATES.has(system)) return null
  return [{ kind: 'maintenance', serving: system === 'online' || system === 'limit_only' }]
}

function readAnswer({ success, error, result, symbol }: Fields): VenueSignal[] {
  if (success !== true) return refused(error, ofSymbol(symbol))
  return subscribed(isFields(result) ? ofSymbol(result['symbol']) : {})
}

function readObject(fields: Fields): VenueSignal[] | null {
  const { channel, type, data, method } = fields
  if (channel === 'trade') {
    // A snapshot holds trades from before the subscription. We ask for none.
    if (type !== 'update') return type === 'snapshot' ? ALIVE : null
    return readTrades(data, ({ symbol, trade_id, price, timestamp }) => ({
      symbol,
      id: trade_id,
      price,
      stampMs: isoTime(timestamp),
    }))
  }
  if (channel === 'status') return readStatus(data)
  if (CHANNELS_WITHOUT_PRICES.has(channel) || method === 'pong') return ALIVE
  return method === 'subscribe' ? readAnswer(fields) : null
}

export const kraken: Venue = {
  line: 'kraken',
  name: 'kraken',
  url: 'wss://ws.kraken.com/v2',
  limits: LIMITS,
  repeats: 'none',
  subscribe: (symbol) =>
    JSON.stringify({ method: 'subscribe', params: { channel: 'trade', symbol, snapshot: false } }),
  read: (frame) => readFrame(withDigits(frame, NUMBERS), readObject),
}
