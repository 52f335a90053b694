/** Bitstamp, version 2 of its protocol: one channel per symbol. */
import { DAY_MS } from '#contract/time.ts'
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
  RECONNECT,
  refused,
  subscribed,
} from '#server/market/feeds/live/venues/frame.ts'

const CHANNEL = 'live_trades_'
const MICROS_PER_MS = 1_000

/** Connections are cut after 90 days. It publishes no limit of attempts: this one is ours. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: { everyMs: 20_000, text: () => '{"event":"bts:heartbeat"}' },
  cutAfterMs: 90 * DAY_MS,
  attempts: { count: 60, perMs: 600_000 },
  symbolsPerRequest: 1,
  requestEveryMs: 50,
}

const symbolOf = (channel: unknown): string | null =>
  typeof channel === 'string' && channel.startsWith(CHANNEL) ? channel.slice(CHANNEL.length) : null

/** A trade's symbol is in the name of its channel only. The fields that end in `_str` keep the digits. */
function readTrade(channel: unknown, data: unknown): VenueSignal[] {
  const symbol = symbolOf(channel)
  if (symbol === null) return fault('of no channel')
  return readTrades([data], ({ id, price_str, microtimestamp }) => ({
    symbol,
    id,
    price: price_str,
    stampMs: digits(microtimestamp, MICROS_PER_MS),
  }))
}

function readObject({ event, channel, data }: Fields): VenueSignal[] | null {
  switch (event) {
    case 'trade':
      return readTrade(channel, data)
    case 'bts:subscription_succeeded':
      return subscribed(ofSymbol(symbolOf(channel)))
    case 'bts:request_reconnect':
      return RECONNECT
    case 'bts:error':
      return refused(isFields(data) ? data['message'] : undefined)
    case 'bts:heartbeat':
    case 'data':
      return ALIVE
    default:
      return null
  }
}

export const bitstamp: Venue = {
  line: 'bitstamp',
  name: 'bitstamp',
  url: 'wss://ws.bitstamp.net',
  limits: LIMITS,
  repeats: 'none',
  subscribe: ([symbol]) =>
    JSON.stringify({ event: 'bts:subscribe', data: { channel: `${CHANNEL}${symbol}` } }),
  read: (frame) => readFrame(frame, readObject),
}
