/** From times and prices to the units of a picture's box. */
import type { Box, Point } from '#components/order-picture/picture-lines.ts'

export interface PricePoint {
  timeMs: number
  price: number
}

interface Shown {
  prices: readonly number[]
  fromMs: number
  toMs: number
}

const tenth = (part: number): number => Math.round(part * 10) / 10

/** The highest price is at the top. A picture of one price has it in the middle. */
export function pictureScale({ prices, fromMs, toMs }: Shown, { width, height, air }: Box) {
  const low = Math.min(...prices)
  const span = Math.max(...prices) - low
  const time = Math.max(1, toMs - fromMs)
  const x = (ms: number): number => tenth(air + ((width - 2 * air) * (ms - fromMs)) / time)
  const y = (price: number): number =>
    span === 0 ? height / 2 : tenth(air + (height - 2 * air) * (1 - (price - low) / span))
  const at = (spot: PricePoint | null): Point | null =>
    spot && { x: x(spot.timeMs), y: y(spot.price) }
  /** A step line, because each price holds until the next, and the last one until `untilMs`. */
  const steps = (points: readonly PricePoint[], untilMs: number): string => {
    const moves = points.map(({ timeMs, price }, i) =>
      i === 0 ? `M${x(timeMs)} ${y(price)}` : `H${x(timeMs)}V${y(price)}`,
    )
    return moves.length === 0 ? '' : `${moves.join('')}H${x(untilMs)}`
  }
  return { x, at, steps }
}
