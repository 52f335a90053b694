/** The example rates of practice mode: invented, and a pure function of the day, so that anybody can look them up. */
import { dayNumber } from '#rules/business-day.ts'

const LOWEST = 40
/** Two slow waves, up and down in steps of a day; `height`: millionths between trough and crest. */
const LONG = { half: 91, height: 14 }
const SHORT = { half: 23, height: 6 }

/** Distance from the nearest trough, 0 to `half`. */
const rise = (number: number, { half }: { half: number }): number =>
  half - Math.abs((number % (2 * half)) - half)

/** Millionths a day, 40 to 60; from one day to the next it changes by one at most. */
export function exampleRate(day: string): number {
  const number = dayNumber(day)
  const scale = LONG.half * SHORT.half
  const long = rise(number, LONG) * LONG.height * SHORT.half
  const short = rise(number, SHORT) * SHORT.height * LONG.half
  return LOWEST + Math.floor((long + short) / scale)
}
