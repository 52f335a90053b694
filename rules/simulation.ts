/**
 * The simulated price series: a pure function of an epoch's seed, the product and the price at the epoch's start. It
 * uses only + − × ÷, square root and rounding, which IEEE 754 defines exactly, so that every machine gets the same
 * series. Given everything that was published up to a tick, the next steps are as likely up as down.
 */
import { DAY_MS } from '#contract/time.ts'
import { keystream } from '#rules/chacha20.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'

/**
 * The version of the series, incremented with every change of a price, time or size. Seeds of one version do not
 * reproduce the hours of another. Version 1 rounded a hidden fractional price and pulled it towards the anchor.
 */
export const SERIES_VERSION = 2
/** Maximum time between two ticks of an open market, so that an order never waits 3 s for one. */
export const MAX_INTERVAL_MS = 1_800
/** Maximum time to the first tick of an epoch, so that the transition between epochs is short as well. */
const MAX_FIRST_INTERVAL_MS = 400
const YEAR_MS = 365 * DAY_MS
const TWO_32 = 2 ** 32
const TWO_16 = 2 ** 16

/** The variance depends on its own past (GARCH 1,1) with mean 1, so that quiet and volatile minutes are clustered. */
const SHOCK_WEIGHT = 0.06
const MEMORY_WEIGHT = 0.93
const MAX_VARIANCE = 25
/** The standard deviation of a jump equals that of this time span. */
const JUMP_WORTH_MS = 240_000
/** The largest step as a share of the scale. Steps of a live series never come near it. */
const MAX_STEP = 0.2
/** While the price is within this factor of the anchor, the size of steps does not depend on it. */
const PLAIN_RANGE = 1.25

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

/**
 * A whole number near `value`, larger or smaller by chance so that its mean is `value`. The rounding of −x mirrors that
 * of x.
 */
export function roundedByChance(chance: Chance, value: number): number {
  const magnitude = Math.floor(Math.abs(value) + chance.uniform())
  return value < 0 ? -magnitude : magnitude
}

/**
 * The price to whose size steps are relative. It is the anchor while the price is within a quarter of it, and
 * proportional to the price beyond, so that prices stay positive. A series reads it once, at its start: steps that
 * followed the last price would make falls more frequent than rises.
 */
export function scaleOf(price: number, anchor: number): number {
  const [lowest, highest] = [price / PLAIN_RANGE, price * PLAIN_RANGE]
  return Math.max(lowest, Math.min(highest, anchor))
}

/**
 * A random walk on the published grid. `price` is the published scaled integer itself: no fraction is kept. `step`
 * advances it by `dtMs` of open market and updates the variance.
 */
export interface Walker {
  price: number
  /** The price to whose size steps are relative (`scaleOf`). */
  scale: number
  step(dtMs: number): void
}

/**
 * Creates a random walk from a start price, a whole number. A step up and the same step down are exactly as likely,
 * whatever happened before: every random number in it is symmetric, and the variance depends on squares alone.
 */
export function createWalker(chance: Chance, start: number, of: SimulationParameters): Walker {
  const perMs = (of.yearlyVolatility * of.yearlyVolatility) / YEAR_MS
  const level = 0.4 + 1.8 * chance.uniform() * chance.uniform()
  let variance = 0.5 + chance.uniform()
  const walker: Walker = {
    price: start,
    scale: scaleOf(start, of.anchor),
    step: (dtMs) => {
      const z = chance.normal()
      let move = Math.sqrt(perMs * dtMs * level * variance) * z
      if (chance.uniform() * DAY_MS < of.jumpsPerDay * dtMs) {
        move += Math.sqrt(perMs * JUMP_WORTH_MS) * chance.normal()
      }
      const next =
        1 - SHOCK_WEIGHT - MEMORY_WEIGHT + (SHOCK_WEIGHT * z * z + MEMORY_WEIGHT) * variance
      variance = Math.min(next, MAX_VARIANCE)
      const limited = Math.max(-MAX_STEP, Math.min(MAX_STEP, move))
      const step = roundedByChance(chance, limited * walker.scale)
      walker.price = Math.max(1, walker.price + step)
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
  /** The last price of the log at or before `startsAt`, scaled. All steps of the epoch are relative to it. */
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
    return { timeMs: time, price: walker.price, size: steps * parameters.sizeStep }
  }
}
