import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { createTimeLabels } from '#features/chart/time-labels.ts'

const MOMENT_MS = Date.UTC(2026, 10, 20, 17, 5)
const seconds = (MOMENT_MS / 1000) as UTCTimestamp

it('writes times in the local zone and names the zone', () => {
  const shanghai = createTimeLabels('en', 'Asia/Shanghai')
  expect(shanghai.tick(seconds, TickMarkType.Time)).toBe('01:05')
  expect(shanghai.tick(seconds, TickMarkType.DayOfMonth)).toBe('21 Nov')
  expect(shanghai.full(MOMENT_MS)).toBe('21 Nov, 01:05')
  expect(shanghai.zone).toBe('GMT+8')
  expect(createTimeLabels('en', 'America/New_York').full(MOMENT_MS)).toBe('20 Nov, 12:05')
})

it('writes years, months and days by the language', () => {
  const labels = createTimeLabels('zh-CN', 'UTC')
  expect(labels.tick(seconds, TickMarkType.Month)).toBe('11月')
  expect(labels.tick(seconds, TickMarkType.Year)).toBe('2026年')
  expect(createTimeLabels('th', 'UTC').tick(seconds, TickMarkType.Year)).toContain('2026')
})
