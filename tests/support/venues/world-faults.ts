/** The faults of the venues of a live world, one after the other in an order that the seed gives. */
import type { LineName } from '#contract/venue-lines.ts'
import { symbolAt } from '#server/market/feeds/live/live-products.ts'
import type { Chance } from '#support/chance.ts'
import type { LiveWorld } from '#support/venues/live-world.ts'
import {
  idOf,
  type Ids,
  type Lateness,
  type Lie,
  WORLD_PRODUCTS,
  type WorldProduct,
  written,
} from '#support/venues/world-script.ts'

/** Something that is done at a moment, ms after the start. */
export interface Action {
  at: number
  run(world: LiveWorld): Promise<void>
}
/** What a run of a world holds besides trades. */
export interface Plan {
  actions: Action[]
  lies: Lie[]
  lates: Lateness[]
  /** Spans in which a venue has no trade although it serves. */
  silences: { venue: LineName; from: number; to: number }[]
  counts: Map<string, number>
}

const SLOT_MS = 4_200
const FIRST_AT_MS = 4_000
const FLOOD = 2_500

export interface PlanParts {
  ms: number
  chance: Chance
  ids: Ids
  skews: ReadonlyMap<LineName, number>
  startMs: number
}

/** No venue's trade: each is a fault, and none a price. */
function hostileFrames(world: LiveWorld, name: LineName): string[] {
  const { server, symbols } = world.line(name)
  const [symbol = ''] = symbols
  const good = { symbol, tradeId: '7', price: '61685.5', stampMs: world.clock.now() }
  const frame = server.protocol.trade(good)
  const withPrice = (price: string): string => frame.replaceAll('61685.5', price)
  return [
    '',
    '{',
    'null',
    '[]',
    '{"__proto__":{"e":"trade","p":"1"}}',
    '['.repeat(50_000),
    `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    frame.slice(0, -3),
    `${frame}${frame}`,
    withPrice('1e5'),
    withPrice('-61685.5'),
    withPrice('0.0'),
    withPrice('9'.repeat(400)),
    withPrice('\uff16\uff11'),
    server.protocol.trade({ ...good, symbol: 'X'.repeat(5_000) }),
    server.protocol.trade({ ...good, symbol: 'NOTASKED' }),
  ]
}

const cutFor =
  (name: LineName) =>
  async (world: LiveWorld): Promise<void> => {
    const { server } = world.line(name)
    server.health = 'away'
    server.cut()
    await world.settle()
  }
const backAt = (at: number, name: LineName): Action => ({
  at,
  run: async (world) => void (world.line(name).server.health = 'well'),
})

function flood(parts: PlanParts, at: number, { venue, product }: Place): Action {
  const { chance, ids, startMs, skews } = parts
  return {
    at,
    run: async (world) => {
      const symbol = symbolAt(product.symbol, venue) ?? ''
      const stampMs = world.clock.now() - 50 + (skews.get(venue) ?? 0)
      const last = world.market.lastTick(product.id)?.price ?? product.price * 100
      const trades = Array.from({ length: FLOOD }, () => {
        const price = written(venue, (last / 100) * (1 + (chance() - 0.5) * 0.000_2), chance)
        const tradeId = ids.next(venue, symbol)
        return { symbol, tradeId, price, stampMs: Math.max(startMs - 10_000, stampMs), lie: false }
      })
      await world.trade(venue, product.symbol, trades)
    },
  }
}

/** Trades of a venue that no price may be made of, or whose ids are odd. */
function oddTrade(
  { skews }: PlanParts,
  at: number,
  { venue, product }: Place,
  odd: { id: string; aheadMs?: number; isApart?: boolean; factor?: number },
): Action {
  return {
    at,
    run: async (world) => {
      const symbol = symbolAt(product.symbol, venue) ?? ''
      const last = world.market.lastTick(product.id)?.price ?? product.price * 100
      const price = ((last / 100) * (odd.factor ?? 1)).toFixed(2)
      const stampMs = world.clock.now() + (skews.get(venue) ?? 0) - 100 + (odd.aheadMs ?? 0)
      const { id: tradeId, isApart = false } = odd
      await world.trade(venue, product.symbol, [
        { symbol, tradeId, price, stampMs, isApart, lie: odd.factor !== undefined },
      ])
    },
  }
}
/** The lines that say of a trade that it was not made in the order book. */
const SAYS_APART: ReadonlySet<LineName> = new Set([
  'binance-perpetual',
  'bybit',
  'bybit-perpetual',
  'gate-perpetual',
])
const LEAPS_MS = [400, 1_500, 60_000, 100_000_000]

/** A venue and one of its products. */
interface Place {
  venue: LineName
  product: WorldProduct
}
type Fault = (plan: Plan, parts: PlanParts, at: number, place: Place) => void

const FAULTS: Readonly<Record<string, Fault>> = {
  cut: ({ actions }, _, at, { venue }) =>
    void actions.push({
      at,
      run: async (world) => {
        world.line(venue).server.cut()
        await world.settle()
      },
    }),
  notice: ({ actions }, _, at) => {
    for (const name of ['binance', 'okx', 'bitstamp', 'gate-perpetual', 'okx-perpetual'] as const) {
      actions.push({ at, run: async (world) => world.line(name).server.notice() })
      actions.push({
        at: at + 2_500,
        run: async (world) => {
          world.line(name).server.cut(1)
          await world.settle()
        },
      })
    }
  },
  maintenance: ({ actions }, _, at) => {
    const tell = (system: string) => async (world: LiveWorld) => {
      world.line('kraken').server.status(system)
      await world.settle()
    }
    actions.push({ at, run: tell('maintenance') }, { at: at + 3_000, run: tell('online') })
  },
  silence: ({ silences }, _, at, { venue }) =>
    void silences.push({ venue, from: at, to: at + 9_000 }),
  'half-open': ({ actions }, _, at, { venue }) =>
    void actions.push(
      { at, run: async (world) => void (world.line(venue).server.health = 'stalled') },
      backAt(at + 14_000, venue),
    ),
  away: ({ actions }, _, at, { venue }) =>
    void actions.push({ at, run: cutFor(venue) }, backAt(at + 7_000, venue)),
  outage: ({ actions }, _, at) => {
    for (const name of ['binance', 'bybit', 'okx'] as const) {
      actions.push({ at, run: cutFor(name) }, backAt(at + 5_000, name))
    }
  },
  lies: ({ lies }, { chance }, at) => {
    for (const { symbol: product, venues } of WORLD_PRODUCTS) {
      const liars = venues.toSorted(() => chance() - 0.5).slice(0, (venues.length - 1) / 2)
      const sign = chance() < 0.5 ? -1 : 1
      for (const venue of liars) {
        lies.push({ venue, product, from: at, to: at + 4_000, factor: 1 + sign * 0.003 * chance() })
      }
    }
  },
  'wild lie': ({ lies }, { chance }, at, { venue, product: { symbol } }) => {
    // Far away, and just beyond the limit of either product.
    for (const [n, factor] of [10, 1.007, 0.988].toSorted(() => chance() - 0.5).entries()) {
      const from = at + n * 2_500
      lies.push({ venue, product: symbol, from, to: from + 1_200, factor })
    }
  },
  // Fewer than three venues of the product are left that are in time.
  late: ({ lates }, { chance }, at, { product: { symbol: product, venues } }) => {
    for (const venue of venues.toSorted(() => chance() - 0.5).slice(2)) {
      lates.push({ venue, product, from: at, to: at + 4_000, lateMs: 2_500 + chance() * 50_000 })
    }
  },
  'leaping stamps': ({ actions }, parts, at, place) => {
    for (const [n, aheadMs] of LEAPS_MS.entries()) {
      const id = idOf(place.venue, 900_000_000_000 + at * 10 + n)
      const odd = { id, aheadMs, factor: 1.002 }
      actions.push(oddTrade(parts, at + n * 300, place, odd))
    }
  },
  'leaping ids': ({ actions }, parts, at, { product }) => {
    const id = String(9_000_000_000_000_000_000n + BigInt(at))
    const venue = product.venues.includes('okx') ? 'okx' : 'okx-perpetual'
    actions.push(oddTrade(parts, at, { venue, product }, { id }))
  },
  'negotiated trades': ({ actions }, parts, at, { product }) => {
    for (const venue of product.venues.filter((name) => SAYS_APART.has(name))) {
      for (let n = 0; n < 5; n++) {
        const id = idOf(venue, 700_000_000_000 + at * 10 + n)
        const odd = { id, isApart: true, factor: 1.003 }
        actions.push(oddTrade(parts, at + n * 200, { venue, product }, odd))
      }
    }
  },
  flood: ({ actions }, parts, at, place) => void actions.push(flood(parts, at, place)),
  hostile: ({ actions, counts }, _, at) =>
    void actions.push({
      at,
      run: async (world) => {
        const add = (name: string, by: number): void =>
          void counts.set(name, (counts.get(name) ?? 0) + by)
        for (const [name, { server, feed, symbols }] of world.lines) {
          if (feed?.isServing !== true || !server.serves(symbols.length)) continue
          const before = feed.faults
          const frames = hostileFrames(world, name)
          for (const frame of frames) server.raw(frame)
          await world.settle()
          add('hostile frames', frames.length * server.subscribers())
          add('hostile frames refused', feed.faults - before)
        }
      },
    }),
}

/** Plans faults for the whole run: every kind at least once if the time allows. */
export function planOf(parts: PlanParts): Plan {
  const { ms, chance } = parts
  const plan: Plan = { actions: [], lies: [], lates: [], silences: [], counts: new Map() }
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(chance() * list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  let waiting: [string, Fault][] = []
  for (let at = FIRST_AT_MS; at < ms - FIRST_AT_MS; at += SLOT_MS) {
    if (waiting.length === 0) waiting = Object.entries(FAULTS).toSorted(() => chance() - 0.5)
    const [name, fault] = waiting.pop() ?? []
    const product = pick(WORLD_PRODUCTS)
    const venue = pick(product.venues)
    if (name === undefined || fault === undefined) continue
    fault(plan, parts, at + Math.floor(chance() * 500), { venue, product })
    plan.counts.set(name, (plan.counts.get(name) ?? 0) + 1)
  }
  return plan
}
