import { HOUR_MS } from '#contract/time.ts'
import { TickMarkType, type TimeScalePoint, type UTCTimestamp } from 'lightweight-charts'
import { describe, expect, it } from 'vitest'
import { createTimeLabels } from '#features/chart/base/time-labels.ts'
import { MARK_WEIGHTS, WallScale } from '#features/chart/base/wall-scale.ts'
import { INTERVAL_MS } from '#rules/candles.ts'

const ZONES = [
  'UTC',
  'Asia/Kathmandu',
  'America/Los_Angeles',
  'America/New_York',
  'Pacific/Apia',
  'Europe/London',
  'Australia/Lord_Howe',
] as const
/** Each change of the clock of these zones in 2026, the turn of the year, and quiet days in summer and winter. */
const MOMENTS = [
  '2026-01-01',
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-07-01',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2026-11-26',
]
const DAYS_AROUND = 3

/** The independent oracle: what `Intl` shows of a moment in the zone. */
function oracle(timeZone: string) {
  const writer = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (ms: number) => {
    const parts = Object.fromEntries(
      writer.formatToParts(ms).map(({ type, value }) => [type, value]),
    )
    const { year, month, day, hour, minute } = parts
    return {
      year,
      month: `${year}-${month}`,
      day: `${year}-${month}-${day}`,
      hour: Number(hour),
      minute,
    }
  }
}

function weighed(times: readonly number[], timeZone: string) {
  const labels = createTimeLabels('en', { timeZone })
  const points = times.map((ms) => ({ originalTime: ms / 1_000, timeWeight: -1 }))
  const scale = new WallScale(labels.wall)
  scale.fillWeightsForPoints(points as unknown as TimeScalePoint[], 0)
  return { labels, scale, weights: points.map(({ timeWeight }) => timeWeight) }
}

const barsAround = (moment: string, barMs: number): number[] => {
  const from = Date.parse(moment) - DAYS_AROUND * 24 * HOUR_MS
  const count = (2 * DAYS_AROUND * 24 * HOUR_MS) / barMs
  return Array.from({ length: count }, (_, i) => from + i * barMs)
}

describe.each(ZONES)('the axis in %s', (timeZone) => {
  const shows = oracle(timeZone)

  it('marks the first bar of each day, month and year of the zone, and writes that day', () => {
    for (const interval of ['15m', '30m', '1h', '4h'] as const) {
      for (const moment of MOMENTS) {
        const times = barsAround(moment, INTERVAL_MS[interval])
        const { labels, weights } = weighed(times, timeZone)
        for (const [i, ms] of times.entries()) {
          const before = shows(times[i - 1] ?? 2 * ms - (times[1] ?? 0))
          const now = shows(ms)
          const expected =
            now.year !== before.year
              ? MARK_WEIGHTS.year
              : now.month !== before.month
                ? MARK_WEIGHTS.month
                : now.day !== before.day
                  ? MARK_WEIGHTS.day
                  : null
          const weight = weights[i] ?? 0
          const where = `${interval} ${new Date(ms).toISOString()}`
          expect(weight >= MARK_WEIGHTS.day ? weight : null, where).toBe(expected)
          if (expected !== MARK_WEIGHTS.day) continue
          const label = labels.tick((ms / 1_000) as UTCTimestamp, TickMarkType.DayOfMonth)
          expect(label, where).toContain(String(Number(now.day.slice(-2))))
        }
      }
    }
  })

  it('prefers whole hours of the zone to all other times of a day', () => {
    for (const moment of MOMENTS) {
      const times = barsAround(moment, INTERVAL_MS['15m'])
      const { weights } = weighed(times, timeZone)
      for (const [i, ms] of times.entries()) {
        const { hour, minute } = shows(ms)
        const isTwelfth = minute === '00' && hour % 12 === 0
        const weight = weights[i] ?? 0
        const where = new Date(ms).toISOString()
        if (minute === '00') expect(weight, where).toBeGreaterThanOrEqual(30)
        if (isTwelfth) expect(weight, where).toBeGreaterThanOrEqual(33)
        if (minute === '15' || minute === '45') expect(weight, where).toBeLessThan(30)
      }
    }
  })
})

it('weighs bars that come later as it weighs all at once', () => {
  const times = barsAround('2026-11-26', HOUR_MS)
  const { weights, scale } = weighed(times, 'America/New_York')
  const points = times.map((ms, i) => ({
    originalTime: ms / 1_000,
    timeWeight: i < 20 ? weights[i] : -1,
  }))
  scale.fillWeightsForPoints(points as unknown as TimeScalePoint[], 20)
  expect(points.map(({ timeWeight }) => timeWeight)).toEqual(weights)
})

it('writes the day at midnight in New York, which has a mark for each day', () => {
  const midnight = Date.parse('2026-11-26T05:00Z')
  const { weights } = weighed(barsAround('2026-11-26', HOUR_MS), 'America/New_York')
  const times = barsAround('2026-11-26', HOUR_MS)
  expect(weights[times.indexOf(midnight)]).toBe(MARK_WEIGHTS.day)
  expect(weights[times.indexOf(Date.parse('2026-11-26T00:00Z'))]).toBeLessThan(MARK_WEIGHTS.day)
})
