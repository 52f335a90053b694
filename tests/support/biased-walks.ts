/** Walks with a planted bias, which the fairness scenario must detect. They have the timing of the published series. */
import { keystream } from '#rules/chacha20.ts'
import {
  type Chance,
  chanceOf,
  createWalker,
  roundedByChance,
  type SimulatedTick,
  type Walker,
} from '#rules/simulation.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'
import type { Source } from '#support/fairness-scene.ts'

const YEAR_MS = 365 * 86_400_000
/** Half of a deviation from the anchor is gone after about five days. */
const PULL_PER_YEAR = 50
/** The drift along the recent movement, in units of the typical step. */
const MOMENTUM = 0.06
const MEMORY = 0.98

type Walk = (
  chance: Chance,
  start: number,
  of: SimulationParameters,
) => Pick<Walker, 'step'> & {
  price: () => number
}

/** A fractional price under the rounded one, as in version 1 of the series. */
const rounded: Walk = (chance, start, of) => {
  const perMs = (of.yearlyVolatility * of.yearlyVolatility) / YEAR_MS
  const level = 0.4 + 1.8 * chance.uniform() * chance.uniform()
  let variance = 0.5 + chance.uniform()
  let hidden = start
  return {
    price: () => Math.round(hidden),
    step: (dtMs) => {
      const z = chance.normal()
      hidden *= 1 + Math.sqrt(perMs * dtMs * level * variance) * z
      variance = Math.min(0.01 + (0.06 * z * z + 0.93) * variance, 25)
    },
  }
}

const pulled: Walk = (chance, start, of) => {
  const walker = createWalker(chance, start, of)
  return {
    price: () => walker.price,
    step: (dtMs) => {
      const pull = ((PULL_PER_YEAR * dtMs) / YEAR_MS) * (of.anchor - walker.price)
      walker.price += roundedByChance(chance, pull)
      walker.step(dtMs)
    },
  }
}

const trending: Walk = (chance, start, of) => {
  const walker = createWalker(chance, start, of)
  let recent = 0
  let size = 0
  return {
    price: () => walker.price,
    step: (dtMs) => {
      const before = walker.price
      walker.price += roundedByChance(chance, MOMENTUM * size * Math.sign(recent))
      walker.step(dtMs)
      recent = MEMORY * recent + (walker.price - before)
      size = MEMORY * size + (1 - MEMORY) * Math.abs(walker.price - before)
    },
  }
}

const seriesOf =
  (walk: Walk): Source =>
  ({ seed, startsAt, endsAt, startPrice, parameters }) => {
    const chance = chanceOf(keystream(seed, [parameters.productId, 0, 0]))
    const walker = walk(chance, startPrice, parameters)
    let time = startsAt
    return (): SimulatedTick | null => {
      const skew = chance.uniform()
      const wait = parameters.meanIntervalMs * (0.1 + 2.7 * skew * skew)
      const dtMs = Math.max(1, Math.floor(Math.min(wait, time === startsAt ? 400 : 1_800)))
      time += dtMs
      if (time >= endsAt) return null
      walker.step(dtMs)
      return { timeMs: time, price: walker.price(), size: parameters.sizeStep }
    }
  }

/** A control: a name for reports, the biased series, and a product whose prices show the bias. */
export interface BiasedWalk {
  name: string
  source: Source
  symbol: string
  /** Stretches that are enough to detect it. */
  scenes: number
}

const ROUNDED = 'version 1 of the series: a fraction hidden by rounding'

/** The controls. */
export const BIASED_WALKS: readonly BiasedWalk[] = [
  { name: ROUNDED, source: seriesOf(rounded), symbol: 'NG', scenes: 160 },
  { name: ROUNDED, source: seriesOf(rounded), symbol: 'UKOIL', scenes: 160 },
  { name: 'a pull towards the anchor', source: seriesOf(pulled), symbol: 'USDCAD', scenes: 20 },
  {
    name: 'a drift along the last moves',
    source: seriesOf(trending),
    symbol: 'EURUSD',
    scenes: 30,
  },
]
