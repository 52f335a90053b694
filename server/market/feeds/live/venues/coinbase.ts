/**
 * Coinbase Exchange. Its terms restrict the use of its prices in indexes and for settlement, so it feeds a product only
 * if the operator turns it on.
 */
import type { Venue, VenueLimits, VenueSignal } from '#server/market/feeds/live/venue.ts'
import {
  ALIVE,
  type Fields,
  isFields,
  isoTime,
  OUR_LIMITS,
  readFrame,
  readTrades,
  refused,
  subscribed,
} from '#server/market/feeds/live/venues/frame.ts'

/** 8 requests per second and address, connections included. */
const LIMITS: VenueLimits = {
  ...OUR_LIMITS,
  ping: null,
  cutAfterMs: null,
  attempts: { count: 8, perMs: 1_000 },
  symbolsPerRequest: 50,
  requestEveryMs: 250,
}

/** `last_match` repeats a trade from before the subscription. */
const WITHOUT_TRADES = new Set<unknown>(['heartbeat', 'last_match', 'ticker', 'status'])

/** The symbols of all subscriptions of the connection, which each of its confirmations lists. */
const allSubscribed = (channels: unknown): string[] =>
  (Array.isArray(channels) ? channels : [])
    .filter((channel) => isFields(channel) && channel['name'] === 'matches')
    .flatMap((channel: Fields) => channel['product_ids'])
    .filter((id) => typeof id === 'string')

function readObject(fields: Fields): VenueSignal[] | null {
  const { type, reason, message } = fields
  if (type === 'match') {
    return readTrades([fields], ({ product_id, trade_id, price, time }) => ({
      symbol: product_id,
      id: trade_id,
      price,
      stampMs: isoTime(time),
    }))
  }
  if (type === 'subscriptions') return subscribed({ symbols: allSubscribed(fields['channels']) })
  if (type === 'error') return refused(reason ?? message)
  return WITHOUT_TRADES.has(type) ? ALIVE : null
}

export const coinbase: Venue = {
  line: 'coinbase',
  name: 'coinbase',
  url: 'wss://ws-feed.exchange.coinbase.com',
  limits: LIMITS,
  repeats: 'none',
  subscribe: (product_ids) =>
    JSON.stringify({ type: 'subscribe', product_ids, channels: ['matches', 'heartbeat'] }),
  read: (frame) => readFrame(frame, readObject),
}
