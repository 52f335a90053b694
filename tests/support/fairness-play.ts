/** Plays the rules on simulated prices and compares what they earn with the odds page. */
import { resultOf } from '#rules/odds.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { RULES } from '#support/fairness-rules.ts'
import { indexAt, type Scene, sceneOf, type Source } from '#support/fairness-scene.ts'

/** Ticks before the first order of a stretch, so that every rule can look back. */
const WARM_UP_TICKS = 1_000
const STAKE = 10_000n
/** The share of orders of the shortest duration, which patterns of single ticks would show in first. */
const SHORTEST_SHARE = 0.7

/** One order of a rule: indices of its decisive ticks, and its result in stakes. */
export interface PlayedOrder {
  startsAt: number
  expiresAt: number
  direction: number
  entry: number
  exit: number
}

/** What a rule earned. All amounts are in stakes. */
export interface Tally {
  orders: number
  decided: number
  won: number
  /** The sum of the results. */
  result: number
  /** The sum that the odds page states for the same orders, those with equal prices included. */
  odds: number
  /** The variance of the sum of the results when every guess is even. */
  variance: number
}

/** A tally of nothing. */
export const emptyTally = (): Tally => ({
  orders: 0,
  decided: 0,
  won: 0,
  result: 0,
  odds: 0,
  variance: 0,
})

/** Adds one tally to another. */
export function addTally(to: Tally, from: Tally): Tally {
  return {
    orders: to.orders + from.orders,
    decided: to.decided + from.decided,
    won: to.won + from.won,
    result: to.result + from.result,
    odds: to.odds + from.odds,
    variance: to.variance + from.variance,
  }
}

/** How many standard errors the result lies above the odds page's. */
export const standardErrors = ({ result, odds, variance }: Tally): number =>
  variance === 0 ? 0 : (result - odds) / Math.sqrt(variance)

interface Terms {
  durationMs: number
  /** The profit of a win and the mean of a guess, in stakes. */
  profit: number
  even: number
}

function termsOf(productId: number): Terms[] {
  const product = PRODUCTS.find(({ id }) => id === productId)
  if (product === undefined) throw new Error(`no product ${productId}`)
  return product.terms.durations.map(({ durationMs, payoutRate: rateBps }) => {
    const of = (wins: number, orders: number): number =>
      Number(resultOf({ stake: STAKE, rateBps }, { wins, of: orders })) / Number(STAKE) / orders
    return { durationMs, profit: of(1, 1), even: of(1, 2) }
  })
}

function pick(terms: readonly Terms[], chance: Chance): Terms {
  const [shortest, ...longer] = terms
  if (shortest === undefined) throw new Error('a product without durations')
  if (chance() < SHORTEST_SHARE) return shortest
  return longer[Math.floor(chance() * longer.length)] ?? shortest
}

function judge(tally: Tally, { prices }: Scene, order: PlayedOrder, terms: Terms): void {
  const change = (prices[order.exit] ?? 0) - (prices[order.entry] ?? 0)
  tally.orders += 1
  if (change === 0) return
  const isWon = Math.sign(change) === order.direction
  tally.decided += 1
  tally.won += isWon ? 1 : 0
  tally.result += isWon ? terms.profit : -1
  tally.odds += terms.even
  tally.variance += ((terms.profit + 1) / 2) ** 2
}

/** What playing a stretch needs. */
export interface StretchPlay {
  productId: number
  /** Chooses durations. */
  seed: number
  /** The rules to play, by index. */
  rules: readonly number[]
  /** Called with each order. */
  onOrder?: (order: PlayedOrder) => void
}

/**
 * Plays rules on a stretch. An order is accepted at the tick that the rule saw, its entry is the next tick, and its
 * exit is the last one at its end. The orders of one rule do not overlap.
 */
export function playScene(scene: Scene, play: StretchPlay): Map<number, Tally> {
  const { times } = scene
  const offered = termsOf(play.productId)
  const chance = chanceOf(play.seed)
  const end = times.at(-1) ?? 0
  const tallies = new Map<number, Tally>()
  for (const rule of play.rules) {
    const choose = RULES[rule]?.choose ?? (() => 0)
    const tally = emptyTally()
    for (let i = WARM_UP_TICKS; i < times.length; i++) {
      const direction = choose(scene, i)
      if (direction === 0) continue
      const terms = pick(offered, chance)
      const startsAt = times[i] ?? 0
      const expiresAt = startsAt + terms.durationMs
      if (expiresAt >= end) continue
      const exit = indexAt(times, expiresAt, i)
      const order = { startsAt, expiresAt, direction, entry: i + 1, exit }
      judge(tally, scene, order, terms)
      play.onOrder?.(order)
      i = exit
    }
    tallies.set(rule, tally)
  }
  return tallies
}

/** What a sample consists of: stretches of one product. */
export interface Sample {
  source?: Source
  parameters: SimulationParameters
  /** Samples of different names are independent. */
  name: string
  scenes: number
  rules?: readonly number[]
}

/** Plays rules on several stretches. Returns a tally per rule. */
export function playSample(sample: Sample): Map<number, Tally> {
  const { source, parameters, name, scenes, rules = RULES.map((_, index) => index) } = sample
  const sum = new Map<number, Tally>(rules.map((rule) => [rule, emptyTally()]))
  for (let n = 0; n < scenes; n++) {
    const seed = `${name} ${parameters.productId} ${n}`
    const scene = sceneOf({ parameters, seed, ...(source === undefined ? {} : { source }) })
    const played = playScene(scene, { productId: parameters.productId, seed: n, rules })
    for (const [rule, tally] of played) {
      sum.set(rule, addTally(sum.get(rule) ?? emptyTally(), tally))
    }
  }
  return sum
}
