/** The clock of the zone in which a chart writes its times, which decides where the marks of its axis are. */
import { MINUTE_MS } from '#contract/time.ts'

/** Offsets change only at whole quarters of an hour (UTC). */
const QUARTER_MS = 15 * MINUTE_MS

/** `GMT+05:45`, `GMT-08:00`, or `GMT` in winter in London. */
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2}))?/

/** What a clock on the wall shows at a time, as if it showed UTC. Both are in ms. */
export type WallClock = (timeMs: number) => number

/** Follows the zone's changes of the clock. `timeZone` is for tests; the default is the device's time zone. */
export function createWallClock(timeZone?: string): WallClock {
  const writer = new Intl.DateTimeFormat('en-US', {
    timeZoneName: 'longOffset',
    ...(timeZone !== undefined && { timeZone }),
  })
  const offsets = new Map<number, number>()
  const offsetAt = (timeMs: number): number => {
    const name = writer.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value
    const [, sign, hours, minutes] = OFFSET.exec(name ?? '') ?? []
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
    return sign === '-' ? -size : size
  }
  return (timeMs) => {
    const quarter = Math.floor(timeMs / QUARTER_MS)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      offset = offsetAt(quarter * QUARTER_MS)
      offsets.set(quarter, offset)
    }
    return timeMs + offset
  }
}
