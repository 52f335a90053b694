/**
 * The simulated price series: a pure function of an epoch's seed, the product and the price at the epoch's start.
 * Only + − × ÷, square root and rounding, which IEEE 754 fixes to the last bit, so that every machine agrees.
 */
import { keystream } from '#rules/chacha20.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'

/** No two ticks of an open market are further apart, so that an order never waits 3 s for one. */
export const MAX_INTERVAL_MS = 1_800
/** The first tick of an epoch comes within this, so that the seam between epochs stays short as well. */
const MAX_FIRST_INTERVAL_MS = 400
const YEAR_MS = 365 * 86_400_000
const DAY_MS = 86_400_000
const TWO_32 = 2 ** 32
const TWO_16 = 2 ** 16

/** Share of a year's deviation from the anchor that is drawn back: half is gone in about ten weeks. */
const TETHER_PER_YEAR = 3.5
/** Variance follows its own past (GARCH 1,1) around 1: quiet and wild minutes come in clusters. */
const SHOCK_WEIGHT = 0.06
const MEMORY_WEIGHT = 0.93
const MAX_VARIANCE = 25
/** A jump's standard deviation is that of this much time. */
const JUMP_WORTH_MS = 240_000

/** Uniform in [0, 1) and roughly normal (sum of twelve), both from the keystream alone. */
export interface Chance {
  uniform(): number
  normal(): number
}

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

/** Moves a price on by `dtMs` of open market; keeps the clustering variance. */
export interface Walker {
  price: number
  step(dtMs: number): void
}

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

export interface SimulatedTick {
  timeMs: number
  price: number
  size: number
}

export interface EpochSeries {
  /** The epoch's seed, 32 bytes as lower hex. */
  seed: string
  startsAt: number
  endsAt: number
  /** The log's last price at or before `startsAt`, scaled. */
  startPrice: number
  parameters: SimulationParameters
}

/** Successive ticks strictly inside the epoch; null when it is over. */
export function simulatedSeries(epoch: EpochSeries): () => SimulatedTick | null {
  const { startsAt, endsAt, startPrice, parameters } = epoch
  const chance = chanceOf(keystream(epoch.seed, [parameters.productId, 0, 0]))
  const walker = createWalker(chance, startPrice, parameters)
  let time = startsAt
  return () => {
    const skew = chance.uniform()
    const wait = parameters.meanIntervalMs * (0.1 + 2.7 * skew * skew)
    const most = time === startsAt ? MAX_FIRST_INTERVAL_MS : MAX_INTERVAL_MS
    const dtMs = Math.max(1, Math.floor(Math.min(wait, most)))
    time += dtMs
    if (time >= endsAt) return null
    walker.step(dtMs)
    const draw = chance.uniform()
    const steps = 1 + Math.floor(parameters.sizeSpread * draw * draw * draw)
    return { timeMs: time, price: Math.round(walker.price), size: steps * parameters.sizeStep }
  }
}
