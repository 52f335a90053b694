/** Stretches of simulated prices with what a user can see at each tick, for rules that look for a pattern in them. */
import { HOUR_MS } from '#contract/time.ts'
import { type EpochSeries, type SimulatedTick, simulatedSeries } from '#rules/simulation.ts'
import type { SimulationParameters } from '#rules/simulation-parameters.ts'
import { sha256 } from '#support/chained.ts'

const START_MS = 1_700_000_000_000 - (1_700_000_000_000 % HOUR_MS)
/** Consecutive hours of one stretch, each starting from the last price of the one before, as on the server. */
export const SCENE_HOURS = 4
/** The weight of a new move in the running mean. */
const RECENT = 0.02

/** Creates the ticks of an epoch: the published series, or a control in its place. */
export type Source = (epoch: EpochSeries) => () => SimulatedTick | null

/** Successive ticks, and per tick what follows from it and those before. */
export interface Scene {
  anchor: number
  times: number[]
  prices: number[]
  sizes: number[]
  /** The first price of the hour. */
  hourOpens: number[]
  /** Successive ticks up to this one that did not change the price. */
  flats: number[]
  /** The last change that was not zero, 0 before the first. */
  moves: number[]
  /** The running mean of the changes' magnitudes before this tick. */
  means: number[]
  sizeMean: number
}

/** Identifies a stretch: the same values always give the same prices. */
export interface SceneWish {
  source?: Source
  parameters: SimulationParameters
  seed: string
}

/** A start from 0.6 to 1.6 anchors, so that a pull towards the anchor shows. */
function startOf(anchor: number, seed: string): number {
  const share = Number.parseInt(sha256(`${seed} start`).slice(0, 8), 16) / 2 ** 32
  return Math.round(anchor * (0.6 + share))
}

function addTick(scene: Scene, { timeMs, price, size }: SimulatedTick, hourOpen: number): void {
  const last = scene.times.length - 1
  const before = scene.prices[last] ?? price
  const change = price - before
  const mean = scene.means[last] ?? 1
  scene.flats.push(change === 0 ? (scene.flats[last] ?? 0) + 1 : 0)
  scene.moves.push(change === 0 ? (scene.moves[last] ?? 0) : change)
  scene.means.push(mean + RECENT * (Math.abs(change) - mean))
  scene.times.push(timeMs)
  scene.prices.push(price)
  scene.sizes.push(size)
  scene.hourOpens.push(hourOpen)
}

/** Plays some hours of a product. */
export function sceneOf({ source = simulatedSeries, parameters, seed }: SceneWish): Scene {
  const { anchor, sizeStep, sizeSpread } = parameters
  const scene: Scene = {
    anchor,
    times: [],
    prices: [],
    sizes: [],
    hourOpens: [],
    flats: [],
    moves: [],
    means: [],
    sizeMean: sizeStep * (1 + sizeSpread / 4),
  }
  let startPrice = startOf(anchor, seed)
  for (let hour = 0; hour < SCENE_HOURS; hour++) {
    const startsAt = START_MS + hour * HOUR_MS
    const endsAt = startsAt + HOUR_MS
    const next = source({
      seed: sha256(`${seed} ${hour}`),
      startsAt,
      endsAt,
      startPrice,
      parameters,
    })
    const hourOpen = startPrice
    for (let tick = next(); tick !== null; tick = next()) {
      addTick(scene, tick, hourOpen)
      startPrice = tick.price
    }
  }
  return scene
}

/** The index of the last tick at or before a moment, searched from `low` on. */
export function indexAt(times: readonly number[], timeMs: number, low = 0): number {
  let [from, to] = [low, times.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((times[middle] ?? Number.POSITIVE_INFINITY) <= timeMs) from = middle + 1
    else to = middle
  }
  return from - 1
}
