/** Bitget, version 2 of its protocol: spot pairs and perpetual contracts, told apart by the type of the instrument. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  digits,
  fault,
  type Fields,
  isFields,
  ofSymbol,
  OUR_LIMITS,
  readFrame,
  readTrades,
  refused,
  subscribed,
} from '#server/market/feeds/live/venues/frame.ts'

const CHANNEL = 'trade'

/**
 * 300 connections per 5 minutes; 10 messages per second, 240 requests per hour and 4,096 bytes per request. It cuts a
 * connection after two minutes without a ping, also while it sends.
 */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: { everyMs: 25_000, text: () => 'ping' },
  cutAfterMs: null,
  attempts: { count: 300, perMs: 300_000 },
  symbolsPerRequest: 20,
  requestEveryMs: 250,
}

/** The symbol of a trade is in `arg` only. A snapshot holds trades from before the subscription. */
function readData(instType: string, { arg, action, data }: Fields): VenueSignal[] | null {
  if (!isFields(arg)) return null
  if (arg['channel'] !== CHANNEL) return ALIVE
  if (arg['instType'] !== instType) return fault('of another type of instrument')
  if (action !== 'update') return action === 'snapshot' ? ALIVE : null
  return readTrades(data, ({ ts, price, tradeId }) => ({
    symbol: arg['instId'],
    id: tradeId,
    price,
    stampMs: digits(ts),
  }))
}

const objectOf =
  (instType: string) =>
  (fields: Fields): VenueSignal[] | null => {
    const { event, arg, msg } = fields
    const about = isFields(arg) ? ofSymbol(arg['instId']) : {}
    if (event === 'error') return refused(msg, about)
    if (event === 'subscribe') return subscribed(about)
    return event === undefined ? readData(instType, fields) : null
  }

/** A symbol that exists with another type of instrument is confirmed, and stays silent. */
const lineOf = (line: 'bitget' | 'bitget-perpetual', instType: string): Venue => ({
  line,
  name: 'bitget',
  url: 'wss://ws.bitget.com/v2/ws/public',
  limits: LIMITS,
  repeats: 'none',
  subscribe: (symbols) =>
    JSON.stringify({
      op: 'subscribe',
      args: symbols.map((instId) => ({ instType, channel: CHANNEL, instId })),
    }),
  read: (frame) => (frame === 'pong' ? ALIVE : readFrame(frame, objectOf(instType))),
})
export const bitget = lineOf('bitget', 'SPOT')
export const bitgetPerpetual = lineOf('bitget-perpetual', 'USDT-FUTURES')
