/** What happens at the venues of a live world: a seeded price that all of them follow late, and their faults. */
import { type LineName, lineName } from '#contract/venue-lines.ts'
import { symbolAt } from '#server/market/feeds/live/live-products.ts'
import type { Chance } from '#support/chance.ts'
import type { MadeTrade } from '#support/venues/protocol.ts'

/** A product of the world: with five venues two may lie. `venues` are its lines. */
export interface WorldProduct {
  id: number
  symbol: string
  venues: readonly LineName[]
  price: number
  /** Milliseconds between two trades of a venue, on average. */
  everyMs: number
}
export const WORLD_PRODUCTS: readonly WorldProduct[] = [
  {
    id: 18,
    symbol: 'BTCUSDT',
    venues: ['binance', 'bitstamp', 'bybit', 'kraken', 'okx'],
    price: 61_685.99,
    everyMs: 500,
  },
  {
    id: 21,
    symbol: 'BNBUSDT',
    venues: ['binance', 'bitget', 'bybit', 'gate', 'okx'],
    price: 612.34,
    everyMs: 900,
  },
  {
    id: 27,
    symbol: 'XAUUSDT',
    venues: [
      'binance-perpetual',
      'bitget-perpetual',
      'bybit-perpetual',
      'gate-perpetual',
      'mexc-perpetual',
      'okx-perpetual',
    ],
    price: 4_180.22,
    everyMs: 700,
  },
]
export const WORLD_VENUES: readonly LineName[] = lineName.options.filter(
  (name) => name !== 'coinbase',
)

const GRID_MS = 100
/** Half the width of a step of the price, and of a venue's own noise, relative to the price. */
const STEP = 0.000_08
const NOISE = 0.000_2
const LAG_MS = { min: 20, more: 280 }
/** A clock that is further ahead is not believed. One that is behind leaves less time for the way. */
const SKEW_MS = { behind: 100, ahead: 1_900 }

/** A trade of a venue, and when it is sent (ms after the start). */
export interface Delivery {
  at: number
  venue: LineName
  product: WorldProduct
  trade: MadeTrade & { lie: boolean }
}

/** A span in which a venue's prices are wrong by a factor. */
export interface Lie {
  venue: LineName
  product: string
  from: number
  to: number
  factor: number
}

/** A span in which a venue tells what it traded some time ago. */
export interface Lateness {
  venue: LineName
  product: string
  from: number
  to: number
  lateMs: number
}

/** The reference price at each moment of a grid. */
function pathOf({ price }: WorldProduct, ms: number, chance: Chance): (at: number) => number {
  const steps: number[] = []
  let value = price
  for (let at = 0; at <= ms + 2_000; at += GRID_MS) {
    steps.push(value)
    value *= 1 + (chance() - 0.5) * 2 * STEP
  }
  return (at) => steps[Math.max(0, Math.floor(at / GRID_MS))] ?? value
}

/** A price as the venue writes it: with zeros at the end, with few digits, or with more than the product has. */
export function written(venue: LineName, price: number, chance: Chance): string {
  if (venue === 'binance') return price.toFixed(8)
  if (venue === 'bitstamp' && chance() < 0.2) return price.toFixed(0)
  if (venue === 'kraken') return price.toFixed(chance() < 0.5 ? 1 : 5)
  return price.toFixed(chance() < 0.5 ? 1 : 3)
}

/** Bybit's ids are no numbers. */
export const idOf = (venue: LineName, number: number): string =>
  venue.startsWith('bybit')
    ? `20f43950-d8dd-5b31-9112-${number.toString(16).padStart(12, '0')}`
    : String(number)

export interface Ids {
  next(venue: LineName, symbol: string): string
}
export function createIds(): Ids {
  const last = new Map<string, number>()
  return {
    next(venue, symbol) {
      const key = `${venue} ${symbol}`
      const number = (last.get(key) ?? 1_000) + 1
      last.set(key, number)
      return idOf(venue, number)
    },
  }
}

/** The skew of each venue's clock, in ms. */
export const skewsOf = (chance: Chance): Map<LineName, number> =>
  new Map(
    WORLD_VENUES.map((name) => [
      name,
      Math.round(chance() * (SKEW_MS.ahead + SKEW_MS.behind)) - SKEW_MS.behind,
    ]),
  )

interface ScriptParts {
  ms: number
  startMs: number
  chance: Chance
  ids: Ids
  skews: ReadonlyMap<LineName, number>
  lies: readonly Lie[]
  lates: readonly Lateness[]
}

/** Leaves out some trades, sends some twice, and changes the order of some. */
function disturbed(deliveries: readonly Delivery[], chance: Chance): Delivery[] {
  const rest = deliveries.filter(() => chance() >= 0.02)
  for (let i = 1; i < rest.length; i++) {
    const [one, other] = [rest[i - 1], rest[i]]
    if (one === undefined || other === undefined || chance() >= 0.03) continue
    rest[i - 1] = other
    rest[i] = { ...other, trade: one.trade }
  }
  return rest.flatMap((each) =>
    chance() < 0.04 ? [each, { ...each, at: each.at + Math.floor(chance() * 400) }] : [each],
  )
}

/** Every trade of the run, in the order of sending. */
export function scriptOf(parts: ScriptParts): Delivery[] {
  const { ms, startMs, chance, ids, skews, lies, lates } = parts
  const all = WORLD_PRODUCTS.flatMap((product) => {
    const priceAt = pathOf(product, ms, chance)
    return product.venues.flatMap((venue) => {
      const lagMs = LAG_MS.min + chance() * LAG_MS.more
      const symbol = symbolAt(product.symbol, venue) ?? ''
      const deliveries: Delivery[] = []
      for (let at = chance() * 500; at < ms; at += -Math.log(1 - chance()) * product.everyMs) {
        const isNow = (each: Lie | Lateness): boolean =>
          each.venue === venue && each.product === product.symbol && at >= each.from && at < each.to
        const lie = lies.find(isNow)
        const madeAt = at - (lates.find(isNow)?.lateMs ?? 0)
        const noise = 1 + (chance() - 0.5) * 2 * NOISE
        const price = written(venue, priceAt(madeAt) * noise * (lie?.factor ?? 1), chance)
        const stampMs = startMs + Math.floor(madeAt) + (skews.get(venue) ?? 0)
        const trade = { symbol, tradeId: ids.next(venue, symbol), price, stampMs, lie: !!lie }
        deliveries.push({ at: Math.floor(at + lagMs + chance() * 20), venue, product, trade })
      }
      return disturbed(deliveries, chance)
    })
  })
  return all.sort((a, b) => a.at - b.at)
}
