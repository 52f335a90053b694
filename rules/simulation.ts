/**
 * The simulated price series: a pure function of an epoch's seed, the product and the price at the epoch's start. It
 * uses only + − × ÷, square root and rounding, which IEEE 754 defines exactly, so that every machine gets the same
 * series.
 */
import { keystream } from '#rules/chacha20.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'

/** Maximum time between two ticks of an open market, so that an order never waits 3 s for one. */
export const MAX_INTERVAL_MS = 1_800
/** Maximum time to the first tick of an epoch, so that the transition between epochs is short as well. */
const MAX_FIRST_INTERVAL_MS = 400
const YEAR_MS = 365 * 86_400_000
const DAY_MS = 86_400_000
const TWO_32 = 2 ** 32
const TWO_16 = 2 ** 16

/** The pull towards the anchor per year; half of a deviation is gone after about ten weeks. */
const TETHER_PER_YEAR = 3.5
/** The variance depends on its own past (GARCH 1,1) with mean 1, so that quiet and volatile minutes are clustered. */
const SHOCK_WEIGHT = 0.06
const MEMORY_WEIGHT = 0.93
const MAX_VARIANCE = 25
/** The standard deviation of a jump equals that of this time span. */
const JUMP_WORTH_MS = 240_000

/** Random numbers from a keystream: uniform in [0, 1), and approximately normal (the sum of twelve). */
export interface Chance {
  uniform(): number
  normal(): number
}

/** Derives random numbers from the 32-bit words of a keystream (rules/chacha20.ts). */
export function chanceOf(next: () => number): Chance {
  const normal = (): number => {
    let sum = 0
    for (let i = 0; i < 6; i++) {
      const word = next()
      sum += (word >>> 16) + (word & 0xffff) + 1
    }
    return sum / TWO_16 - 6
  }
  return { uniform: () => next() / TWO_32, normal }
}

/** A random walk of a scaled price. `step` advances it by `dtMs` of open market and updates the variance. */
export interface Walker {
  price: number
  step(dtMs: number): void
}

/**
 * Creates a random walk from a start price. Prices never fall below 1, and a single step changes them by at most 20 %.
 */
export function createWalker(chance: Chance, start: number, of: SimulationParameters): Walker {
  const perMs = (of.yearlyVolatility * of.yearlyVolatility) / YEAR_MS
  const level = 0.4 + 1.8 * chance.uniform() * chance.uniform()
  let variance = 0.5 + chance.uniform()
  const walker: Walker = {
    price: start,
    step: (dtMs) => {
      const z = chance.normal()
      let move = Math.sqrt(perMs * dtMs * level * variance) * z
      if (chance.uniform() * DAY_MS < of.jumpsPerDay * dtMs) {
        move += Math.sqrt(perMs * JUMP_WORTH_MS) * chance.normal()
      }
      move += ((TETHER_PER_YEAR * dtMs) / YEAR_MS) * ((of.anchor - walker.price) / of.anchor)
      const next =
        1 - SHOCK_WEIGHT - MEMORY_WEIGHT + (SHOCK_WEIGHT * z * z + MEMORY_WEIGHT) * variance
      variance = Math.min(next, MAX_VARIANCE)
      const limited = Math.max(-0.2, Math.min(0.2, move))
      walker.price = Math.max(1, walker.price * (1 + limited))
    },
  }
  return walker
}

/** A tick of the series. Price and size are scaled integers. */
export interface SimulatedTick {
  timeMs: number
  price: number
  size: number
}

/** What the series of one epoch depends on. Times are in ms. */
export interface EpochSeries {
  /** The seed of the epoch, 32 bytes as lower-case hex. */
  seed: string
  startsAt: number
  endsAt: number
  /** The last price of the log at or before `startsAt`, scaled. */
  startPrice: number
  parameters: SimulationParameters
}

/** Returns a function that yields the successive ticks inside the epoch, and null when it is over. */
export function simulatedSeries(epoch: EpochSeries): () => SimulatedTick | null {
  const { startsAt, endsAt, startPrice, parameters } = epoch
  const chance = chanceOf(keystream(epoch.seed, [parameters.productId, 0, 0]))
  const walker = createWalker(chance, startPrice, parameters)
  let time = startsAt
  return () => {
    const skew = chance.uniform()
    const wait = parameters.meanIntervalMs * (0.1 + 2.7 * skew * skew)
    const maxMs = time === startsAt ? MAX_FIRST_INTERVAL_MS : MAX_INTERVAL_MS
    const dtMs = Math.max(1, Math.floor(Math.min(wait, maxMs)))
    time += dtMs
    if (time >= endsAt) return null
    walker.step(dtMs)
    const draw = chance.uniform()
    const steps = 1 + Math.floor(parameters.sizeSpread * draw * draw * draw)
    return { timeMs: time, price: Math.round(walker.price), size: steps * parameters.sizeStep }
  }
}
