/** OKX, version 5 of its protocol. */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  digits,
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

/** 3 connections per second and address; 480 requests per hour and connection, far more than one start needs. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: { everyMs: 20_000, text: () => 'ping' },
  cutAfterMs: null,
  attempts: { count: 3, perMs: 1_000 },
  symbolsPerRequest: 100,
  requestEveryMs: 500,
}

const EVENTS = new Map<unknown, VenueSignal[]>([
  ['unsubscribe', ALIVE],
  ['channel-conn-count', ALIVE],
  ['channel-conn-count-error', ALIVE],
  // Sent about a minute before an upgrade cuts the connection.
  ['notice', RECONNECT],
])

/** Source 1 is the Enhanced Liquidity Program, which is open to a part of the users only. */
const SOURCES = new Map<unknown, boolean>([
  ['0', false],
  ['1', true],
])

function readObject({ event, msg, arg, data }: Fields): VenueSignal[] | null {
  if (event === 'error') return refused(msg)
  if (event === 'subscribe') return subscribed(isFields(arg) ? ofSymbol(arg['instId']) : {})
  if (event !== undefined) return EVENTS.get(event) ?? null
  if (!isFields(arg)) return null
  if (arg['channel'] !== 'trades') return ALIVE
  return readTrades(data, ({ instId, tradeId, px, ts, source = '0' }) => ({
    symbol: instId,
    id: tradeId,
    price: px,
    stampMs: digits(ts),
    isApart: SOURCES.get(source) ?? source,
  }))
}

/** Spot pairs and swaps come over the same address; only the symbols differ. */
const lineOf = (line: 'okx' | 'okx-perpetual'): Venue => ({
  line,
  name: 'okx',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  limits: LIMITS,
  repeats: 'last',
  subscribe: (symbols) =>
    JSON.stringify({
      op: 'subscribe',
      args: symbols.map((instId) => ({ channel: 'trades', instId })),
    }),
  read: (frame) => (frame === 'pong' ? ALIVE : readFrame(frame, readObject)),
})
export const okx = lineOf('okx')
export const okxPerpetual = lineOf('okx-perpetual')
