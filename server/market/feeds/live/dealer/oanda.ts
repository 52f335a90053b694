/**
 * OANDA's v20 pricing stream: one JSON object per line, at most four prices per second and instrument, and a heartbeat
 * every five seconds. It begins with the newest price of each instrument, however old that is.
 */
import { priceText } from '#contract/index-price.ts'
import { instrumentName } from '#contract/dealer-quote.ts'
import { isBelow } from '#rules/dealer-quote.ts'
import type { Dealer, DealerSignal } from '#server/market/feeds/live/dealer/dealer.ts'
import { type Fields, isFields, isoTime } from '#server/market/feeds/live/venues/frame.ts'

/** Sides have a few prices, one per amount that can be traded at it. */
const MAX_PRICES_PER_SIDE = 64

const fault = (reason: string): DealerSignal => ({ kind: 'fault', reason })

/** The prices of one side. Null if one of them is not as documented. */
function pricesOf(side: unknown): string[] | null {
  if (!Array.isArray(side) || side.length > MAX_PRICES_PER_SIDE) return null
  const prices = (side as readonly unknown[]).flatMap((level) => {
    const { data } = priceText.safeParse(isFields(level) ? level['price'] : null)
    return data === undefined || !/[1-9]/.test(data) ? [] : [data]
  })
  return prices.length === side.length ? prices : null
}

function readPrice({ instrument, time, tradeable, bids, asks }: Fields): DealerSignal {
  const name = instrumentName.safeParse(instrument).data
  const quotedAt = isoTime(time)
  if (name === undefined || !(quotedAt > 0)) return fault('a price without instrument or time')
  if (typeof tradeable !== 'boolean') return fault('a price that does not say if it is tradeable')
  const stamped = { instrument: name, quotedAt }
  if (!tradeable) return { kind: 'closed', ...stamped }
  const [below, above] = [pricesOf(bids), pricesOf(asks)]
  if (below === null || above === null) return fault('a price that cannot be read')
  const [firstBid, firstAsk] = [below[0], above[0]]
  // A side without a price can not be traded.
  if (firstBid === undefined || firstAsk === undefined) return { kind: 'closed', ...stamped }
  const bid = below.reduce((best, each) => (isBelow(best, each) ? each : best), firstBid)
  const ask = above.reduce((best, each) => (isBelow(each, best) ? each : best), firstAsk)
  return { kind: 'quote', ...stamped, bid, ask }
}

export const oanda: Dealer = {
  name: 'oanda',
  addresses: {
    practice: 'https://stream-fxpractice.oanda.com',
    live: 'https://stream-fxtrade.oanda.com',
  },
  limits: {
    // Two new connections per second.
    attempts: { count: 2, perMs: 1_000 },
    // Two heartbeats are missing.
    silentMs: 12_000,
    lineLength: 65_536,
  },
  path: (account, instruments) =>
    `/v3/accounts/${encodeURIComponent(account)}/pricing/stream?` +
    new URLSearchParams({ instruments: instruments.join(','), snapshot: 'true' }).toString(),
  headers: (token) => ({
    authorization: `Bearer ${token}`,
    'accept-datetime-format': 'RFC3339',
    'accept-encoding': 'identity',
  }),
  read(line) {
    let fields: unknown
    try {
      fields = JSON.parse(line)
    } catch {
      return fault('not JSON')
    }
    if (!isFields(fields)) return fault('no object')
    if (fields['type'] === 'HEARTBEAT') return { kind: 'alive' }
    return fields['type'] === 'PRICE' ? readPrice(fields) : fault('of no known type')
  },
}
