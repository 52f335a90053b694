/** The example orders of the welcome page, one after the other: drawn on real prices, and on no account. */
import type { Box, Picture } from '#components/order-picture/picture-lines.ts'
import { type PricePoint, pictureScale } from '#components/order-picture/picture-scale.ts'
import type { Direction } from '#contract/scalars.ts'
import { findLast } from '#rules/find-last.ts'

/** The prices before the order that its picture shows. */
const BEFORE_MS = 10_000
/** How long a result stays before the next example begins. */
const REST_MS = 6_000
/** The first example has been running for so long, so that there is something to see at once. */
const HEAD_START_MS = 8_000

export interface ExampleOrder {
  direction: Direction
  startsAt: number
  expiresAt: number
  /** The first price after the start; null while there is none. */
  entry: PricePoint | null
  /** The last price by the end, once there is a later one; null while the order runs. */
  exit: PricePoint | null
}

/** When the first example of a visit began whose first price has this time. */
export const firstStart = (priceAt: number): number => priceAt - HEAD_START_MS

/** The example that runs at `now`, or whose result is still shown. Ups and downs take turns. */
export function exampleAt(
  points: readonly PricePoint[],
  { first, now, durationMs }: { first: number; now: number; durationMs: number },
): ExampleOrder {
  const round = Math.max(0, Math.floor((now - first) / (durationMs + REST_MS)))
  const startsAt = first + round * (durationMs + REST_MS)
  const expiresAt = startsAt + durationMs
  const entry = points.find(({ timeMs }) => timeMs > startsAt && timeMs <= expiresAt) ?? null
  const isDecided = points.some(({ timeMs }) => timeMs > expiresAt)
  const last = findLast(points, ({ timeMs }) => timeMs > startsAt && timeMs <= expiresAt) ?? null
  return {
    direction: round % 2 === 0 ? 'up' : 'down',
    startsAt,
    expiresAt,
    entry,
    exit: isDecided ? last : null,
  }
}

/** Where everything is in a box: from a while before the start to the next example, and no further than `now`. */
export function examplePicture(
  points: readonly PricePoint[],
  { startsAt, expiresAt, entry, exit }: ExampleOrder,
  now: number,
  box: Box,
): Picture {
  const fromMs = startsAt - BEFORE_MS
  const shown = points.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= now)
  const prices = shown.map(({ price }) => price)
  const { x, at, steps } = pictureScale({ prices, fromMs, toMs: expiresAt + REST_MS }, box)
  return {
    path: steps(shown, now),
    isCut: false,
    startX: x(startsAt),
    expiresX: x(expiresAt),
    entry: at(entry),
    exit: at(exit),
    asideX: [],
  }
}

/** The points that any example may still need, in order, each time once. */
export function pointsAfter(
  known: readonly PricePoint[],
  more: readonly PricePoint[],
  keepMs: number,
): PricePoint[] {
  const byTime = new Map([...known, ...more].map((point) => [point.timeMs, point]))
  const all = [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)
  const from = (all.at(-1)?.timeMs ?? 0) - keepMs
  return all.filter(({ timeMs }) => timeMs >= from)
}

/** The time for which points are kept. */
export const keptMs = (durationMs: number): number => BEFORE_MS + durationMs + REST_MS
