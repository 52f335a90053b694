import { TickMarkType, type UTCTimestamp } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { createLiveLabels, createTimeLabels } from '#features/chart/base/time-labels.ts'

const MOMENT_MS = Date.UTC(2026, 10, 20, 17, 5)
const seconds = (MOMENT_MS / 1000) as UTCTimestamp

it('writes times in the local zone and names the zone', () => {
  const shanghai = createTimeLabels('en', { timeZone: 'Asia/Shanghai' })
  expect(shanghai.tick(seconds, TickMarkType.Time)).toBe('01:05')
  expect(shanghai.tick(seconds, TickMarkType.DayOfMonth)).toBe('21 Nov')
  expect(shanghai.full(MOMENT_MS)).toBe('21 Nov, 01:05')
  expect(shanghai.zone(MOMENT_MS)).toBe('GMT+8')
  expect(createTimeLabels('en', { timeZone: 'America/New_York' }).full(MOMENT_MS)).toBe(
    '20 Nov, 12:05',
  )
})

it('names the offset of the moment that is shown, in both halves of the year', () => {
  const summer = Date.UTC(2026, 6, 1)
  const zones = [
    ['Europe/London', 'GMT+0', 'GMT+1'],
    ['America/New_York', 'GMT-5', 'GMT-4'],
    ['Asia/Kathmandu', 'GMT+5:45', 'GMT+5:45'],
    ['Australia/Lord_Howe', 'GMT+11', 'GMT+10:30'],
  ] as const
  for (const [timeZone, november, july] of zones) {
    expect(createTimeLabels('en', { timeZone }).zone(MOMENT_MS)).toBe(november)
    expect(createLiveLabels('en', timeZone).zone(summer)).toBe(july)
  }
  expect(createTimeLabels('fr', { timeZone: 'UTC' }).zone(MOMENT_MS)).toBe('UTC+0')
})

it('writes years, months and days by the language', () => {
  const labels = createTimeLabels('zh-CN', { timeZone: 'UTC' })
  expect(labels.tick(seconds, TickMarkType.Month)).toBe('11月')
  expect(labels.tick(seconds, TickMarkType.Year)).toBe('2026年')
  expect(createTimeLabels('th', { timeZone: 'UTC' }).tick(seconds, TickMarkType.Year)).toContain(
    '2026',
  )
})

it('writes seconds for bars shorter than a minute, and tenths under the crosshair of the live line', () => {
  const labels = createTimeLabels('en', { seconds: true, timeZone: 'UTC' })
  expect(labels.tick(seconds, TickMarkType.TimeWithSeconds)).toBe('17:05:00')
  expect(labels.full(MOMENT_MS + 15_000)).toBe('20 Nov, 17:05:15')
  const live = createLiveLabels('en', 'UTC')
  expect(live.axis(MOMENT_MS, false)).toBe('17:05')
  expect(live.axis(MOMENT_MS + 5_000, true)).toBe('17:05:05')
  expect(live.exact(MOMENT_MS + 5_250)).toBe('17:05:05.2')
})
