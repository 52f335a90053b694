/**
 * The example rates of the fund in practice mode. They are invented, and a pure function of the day that anyone can
 * recompute.
 */
import { dayNumber } from '#rules/business-day.ts'

const LOWEST = 40
/** Two slow waves. `half`: days from trough to crest; `height`: millionths between them. */
const LONG = { half: 91, height: 14 }
const SHORT = { half: 23, height: 6 }

/** The distance from the nearest trough, 0 to `half`. */
const rise = (number: number, { half }: { half: number }): number =>
  half - Math.abs((number % (2 * half)) - half)

/**
 * The example rate of a day in millionths per day, 40 to 60. It differs by at most one from the rate of the day before.
 */
export function exampleRate(day: string): number {
  const number = dayNumber(day)
  const scale = LONG.half * SHORT.half
  const long = rise(number, LONG) * LONG.height * SHORT.half
  const short = rise(number, SHORT) * SHORT.height * LONG.half
  return LOWEST + Math.floor((long + short) / scale)
}
