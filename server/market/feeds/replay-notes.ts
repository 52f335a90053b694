/** What the start message says about a replay: per file where it starts and how its times are shifted. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { LoadedRecording, UnusedFile } from '#server/market/feeds/recordings.ts'

/** A recording with its place in time. Times are in ms. */
export interface PlayedFile extends LoadedRecording {
  /** The moment of the recording that played first. */
  recordedAt: number
  startedAt: number
  isWatchOnly: boolean
}

const PARTS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** A span as a sum of its units, such as `4580 d 2 h 3 s`. */
export function spanText(ms: number): string {
  let rest = Math.abs(ms)
  const words = PARTS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${unit}`]
  })
  return words.length === 0 ? '0 s' : words.join(' ')
}

const timeText = (ms: number): string => new Date(ms).toISOString()

function noteOf(played: PlayedFile): string {
  const { product, kind, file, recordedAt, startedAt, isWatchOnly, roundedSizes } = played
  const shift = startedAt - recordedAt
  const where = `its ${timeText(recordedAt)} played at ${timeText(startedAt)}`
  const shifted = `${spanText(shift)} ${shift < 0 ? 'earlier' : 'later'}`
  const watch = isWatchOnly ? '; bars faster than real time can only be watched' : ''
  const what = kind === 'ticks' ? 'sizes' : 'volumes'
  const rounded = `; ${roundedSizes} ${what} rounded to ${product.sizeDecimals} decimals`
  const notes = watch + (roundedSizes === 0 ? '' : rounded)
  return `${product.symbol}: ${kind} of ${file}, ${where}, ${shifted}${notes}`
}

/** One line per file, those that are not played last. */
export const replayNotes = (
  played: readonly PlayedFile[],
  unused: readonly UnusedFile[],
): string[] => [
  ...played.map(noteOf),
  ...unused.map(({ file, reason }) => `${file} is not played: ${reason}`),
]
