/**
 * Venues that follow one price late, the index of their newest trades, and a bettor who sees each trade before the
 * index does. How often does the bettor win, by the lead between the tap and the start of the order?
 */
import { medianPrice } from '#rules/index-price.ts'
import { DEALER_LIMITS } from '#server/market/feeds/live/dealer/dealer-products.ts'
import { LIVE_GROUPS } from '#server/market/feeds/live/sources.ts'
import type { Chance } from '#support/chance.ts'

/** A venue: how late its trades arrive, and how far apart they are on average (ms). The first one leads. */
interface ModelVenue {
  lagMs: number
  everyMs: number
  /** How far its prices are from the others', always, in basis points. */
  gapBps?: number
}
/** A kind of product: its venues, its terms, and how it moves. */
export interface Model {
  name: string
  venues: readonly ModelVenue[]
  freshMs: number
  /** How late a trade may arrive. */
  lateMs: number
  /** The shortest lead that is allowed. */
  leadMs: number
  /** One standard deviation of the price in a second, in basis points. */
  perSecondBps: number
  /** How far each price is from what all follow: one standard deviation, in basis points. */
  noiseBps: number
  /**
   * A dealer's product: its price is the newest of the second source alone. The first one is faster, and only the
   * bettor sees it.
   */
  isDealers?: boolean
}

/** One order's result by lead: 1 won, -1 lost, 0 equal, null void. */
export type Outcomes = (1 | -1 | 0 | null)[]

/** What the bettor looks at when a trade of the leading venue arrives: a number with the direction, 0 for no order. */
interface Seen {
  /** The leading venue's newest trade and the one before. */
  last: number
  before: number
  /** The newest tick of the index. */
  index: number
}
export type Rule = (seen: Seen) => number

const NEEDED = 3
const RECORD_EVERY_MS = 200
const STEP_MS = 50
/** Now and then the price jumps, which is what a fast bettor waits for. */
const JUMP_EVERY_MS = 20_000
const JUMP_BPS = 3
const PRICE = 6_168_599
const MAX_SPOT_AGE_MS = 3_000
/** The index runs for so long before the bettor looks, and the bettor waits for a chance so long. */
const WARM_UP_MS = 3_000
const WAIT_MS = 20_000

/** A standard normal number. */
function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}

/** The price all venues follow, at each step. Its steps are symmetric. */
function pathOf({ perSecondBps }: Model, ms: number, chance: Chance): Float64Array {
  const path = new Float64Array(Math.ceil(ms / STEP_MS) + 1)
  const step = perSecondBps * Math.sqrt(STEP_MS / 1_000)
  let value = PRICE
  for (let i = 0; i < path.length; i++) {
    path[i] = value
    const jump = chance() < STEP_MS / JUMP_EVERY_MS ? normal(chance) * JUMP_BPS * perSecondBps : 0
    value *= 1 + (normal(chance) * step + jump) / 10_000
  }
  return path
}

/** The index: the newest trade per venue, and its ticks. */
class ModelIndex {
  readonly times: number[] = []
  readonly prices: number[] = []
  readonly #freshMs: number
  /** The first venue that counts. */
  readonly #first: number
  readonly #needed: number
  readonly #newest: number[]
  readonly #receivedAt: number[]
  #hasNews = false

  constructor({ venues, freshMs, isDealers = false }: Model) {
    this.#freshMs = freshMs
    this.#first = isDealers ? 1 : 0
    this.#needed = isDealers ? 1 : NEEDED
    this.#newest = venues.map(() => 0)
    this.#receivedAt = venues.map(() => Number.NEGATIVE_INFINITY)
  }

  get price(): number {
    return this.prices.at(-1) ?? 0
  }
  newestOf(venue: number): number {
    return this.#newest[venue] ?? 0
  }

  /** Ticks that were due before now. */
  until(now: number): void {
    const dueAt = (this.times.at(-1) ?? Number.NEGATIVE_INFINITY) + RECORD_EVERY_MS
    if (this.#hasNews && dueAt < now) this.#tick(dueAt)
  }
  take(venue: number, price: number, now: number): void {
    this.until(now)
    this.#newest[venue] = price
    if (venue < this.#first) return
    this.#receivedAt[venue] = now
    this.#hasNews = true
    if (now >= (this.times.at(-1) ?? Number.NEGATIVE_INFINITY) + RECORD_EVERY_MS) this.#tick(now)
  }

  #tick(now: number): void {
    const fresh = this.#newest.filter((_, n) => now - (this.#receivedAt[n] ?? 0) <= this.#freshMs)
    const price = fresh.length < this.#needed ? undefined : medianPrice(fresh)
    if (price === undefined) return
    this.times.push(now)
    this.prices.push(price)
    this.#hasNews = false
  }
}

const firstAfter = (times: readonly number[], moment: number): number =>
  times.findIndex((time) => time > moment)

/** Plays one order for each lead on the same prices. Null if the rule found no chance to bet. */
export function playOrder(
  model: Model,
  { rule, leadsMs, durationMs, chance }: OrderParts,
): Outcomes | null {
  const ms = WARM_UP_MS + model.freshMs + WAIT_MS + Math.max(...leadsMs) + durationMs
  const path = pathOf(model, ms, chance)
  const index = new ModelIndex(model)
  const next = model.venues.map(({ everyMs }) => chance() * everyMs)
  let tapAt = Number.POSITIVE_INFINITY
  let side = 0
  for (;;) {
    let venue = 0
    for (let n = 1; n < next.length; n++) if ((next[n] ?? 0) < (next[venue] ?? 0)) venue = n
    const now = next[venue] ?? 0
    const { lagMs = 0, everyMs = 1, gapBps = 0 } = model.venues[venue] ?? {}
    if (now > Math.min(ms, tapAt + Math.max(...leadsMs) + durationMs)) break
    const real = path[Math.max(0, Math.floor((now - lagMs) / STEP_MS))] ?? PRICE
    const price = Math.trunc(real * (1 + (gapBps + normal(chance) * model.noiseBps) / 10_000))
    const before = index.newestOf(0)
    index.take(venue, price, now)
    if (side === 0 && venue === 0 && now > WARM_UP_MS + model.freshMs && index.price > 0) {
      side = Math.sign(rule({ last: price, before, index: index.price }))
      if (side !== 0) tapAt = now
      else if (now > WARM_UP_MS + model.freshMs + WAIT_MS) return null
    }
    next[venue] = now - Math.log(1 - chance()) * everyMs
  }
  if (side === 0) return null
  index.until(ms)
  return leadsMs.map((leadMs) => outcomeOf(index, side, tapAt + leadMs, durationMs))
}
export interface OrderParts {
  rule: Rule
  leadsMs: readonly number[]
  durationMs: number
  chance: Chance
}

function outcomeOf(
  { times, prices }: ModelIndex,
  side: number,
  startsAt: number,
  durationMs: number,
): 1 | -1 | 0 | null {
  const entry = firstAfter(times, startsAt)
  const after = firstAfter(times, startsAt + durationMs)
  const exit = after === -1 ? times.length - 1 : after - 1
  const entryAt = times[entry] ?? Number.POSITIVE_INFINITY
  const exitAt = times[exit] ?? Number.NEGATIVE_INFINITY
  if (entryAt - startsAt > MAX_SPOT_AGE_MS || startsAt + durationMs - exitAt > MAX_SPOT_AGE_MS) {
    return null
  }
  if (exit <= entry) return null
  const move = Math.sign((prices[exit] ?? 0) - (prices[entry] ?? 0)) * side
  return move > 0 ? 1 : move < 0 ? -1 : 0
}

const BPS = PRICE / 10_000

/** The bets of someone who sees the leading venue first. */
export const RULES: Readonly<Record<string, Rule>> = {
  'the last move of the leading venue': ({ last, before }) => last - before,
  'its last move of 1 bp or more': ({ last, before }) =>
    Math.abs(last - before) >= BPS ? last - before : 0,
  'its distance from the index of 0.5 bp or more': ({ last, index }) =>
    Math.abs(last - index) >= BPS / 2 ? last - index : 0,
  'its distance from the index of 2 bp or more': ({ last, index }) =>
    Math.abs(last - index) >= 2 * BPS ? last - index : 0,
  'its distance from the index of 5 bp or more': ({ last, index }) =>
    Math.abs(last - index) >= 5 * BPS ? last - index : 0,
}

/**
 * Perpetual contracts: Binance leads, and the others trade as often as Bitget does in its quiet hours. Binance has
 * about seven times the volume of one of them. The venues are up to 5 bp apart, which changes slowly. Rates are
 * estimates from volumes of September 2026 (docs/FEEDS.md); gaps were seen for gold.
 */
function perpetual(name: string, perSecondBps: number, othersEveryMs: number, others = 5): Model {
  const lags = [120, 180, 240, 150, 300].slice(0, others)
  const gaps = [2.5, -2.5, 1, -1, 2]
  return {
    name: `${name}, ${others + 1} venues`,
    ...LIVE_GROUPS.small,
    perSecondBps,
    noiseBps: 0.5,
    venues: [
      { lagMs: 20, everyMs: othersEveryMs / 7 },
      ...lags.map((lagMs, n) => ({ lagMs, everyMs: othersEveryMs, gapBps: gaps[n] ?? 0 })),
    ],
  }
}

/** The perpetual contracts that are offered, by how often they trade, and the rarest with the fewest venues. */
const PERPETUALS: readonly Model[] = [
  perpetual('gold perpetual', 0.5, 600),
  perpetual('silver perpetual', 1, 1_400),
  perpetual('WTI perpetual', 1, 3_300),
  perpetual('Brent perpetual', 1, 5_000),
  perpetual('gold perpetual', 0.5, 600, 2),
  perpetual('Brent perpetual', 1, 5_000, 2),
]

/**
 * A dealer's stream, and a bettor with a faster one of the same dealer. The stream sends at most four prices per
 * second. How often it sends in quiet hours is not known, and neither is its delay.
 */
function dealers(name: string, perSecondBps: number, everyMs: number): Model {
  return {
    name: `${name} of a dealer, each ${everyMs} ms`,
    ...DEALER_LIMITS,
    perSecondBps,
    noiseBps: perSecondBps / 10,
    isDealers: true,
    venues: [
      { lagMs: 0, everyMs: 50 },
      { lagMs: 150, everyMs },
    ],
  }
}
/** Deviations are those of 8 %, 8 % and 20 % in a year. */
const DEALERS: readonly Model[] = [
  dealers('EURUSD', 0.15, 250),
  dealers('EURUSD', 0.15, 2_500),
  dealers('XAUUSD', 0.4, 400),
]

/** Products as busy as those that are offered, by the groups of server/market/feeds/live/sources.ts. */
export const MODELS: readonly Model[] = [
  {
    name: 'large',
    ...LIVE_GROUPS.large,
    perSecondBps: 0.9,
    noiseBps: 0.5,
    venues: [
      { lagMs: 20, everyMs: 100 },
      { lagMs: 120, everyMs: 250 },
      { lagMs: 180, everyMs: 250 },
      { lagMs: 240, everyMs: 2_000 },
      { lagMs: 300, everyMs: 4_000 },
    ],
  },
  {
    name: 'medium',
    ...LIVE_GROUPS.medium,
    perSecondBps: 1.3,
    noiseBps: 0.5,
    venues: [
      { lagMs: 20, everyMs: 200 },
      { lagMs: 150, everyMs: 800 },
      { lagMs: 220, everyMs: 800 },
      { lagMs: 300, everyMs: 5_000 },
    ],
  },
  {
    name: 'small',
    ...LIVE_GROUPS.small,
    perSecondBps: 1.5,
    noiseBps: 0.5,
    venues: [
      { lagMs: 20, everyMs: 400 },
      { lagMs: 180, everyMs: 3_000 },
      { lagMs: 300, everyMs: 3_000 },
    ],
  },
  ...PERPETUALS,
  ...DEALERS,
]

/** The same products while every venue but the leading one is late by so much. */
export const lateModel = (model: Model, lateMs: number): Model => ({
  ...model,
  name: `${model.name}, ${lateMs} ms late`,
  venues: model.venues.map((venue, n) => (n === 0 ? venue : { ...venue, lagMs: lateMs })),
})
