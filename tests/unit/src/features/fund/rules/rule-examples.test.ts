import { expect, it } from 'vitest'
import {
  carryExample,
  comingHolidays,
  transferExamples,
} from '#features/fund/rules/rule-examples.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)

it('works out a transfer now, and one that misses its cut-off', () => {
  const { now, late } = transferExamples(utc('2026-11-20T10:00'))
  expect(now).toEqual({
    at: utc('2026-11-20T10:00'),
    tradeDay: '2026-11-20',
    cutOffAt: utc('2026-11-20T15:00'),
    // A Friday's transfer is confirmed on Monday, and Monday's income is credited on Tuesday.
    settleDay: '2026-11-23',
    settlesAt: utc('2026-11-23T00:00'),
    firstIncomeAt: utc('2026-11-24T00:00'),
  })
  expect(late).toMatchObject({ tradeDay: '2026-11-23', settleDay: '2026-11-24' })
})

it('names the six holidays of the next twelve months in order', () => {
  const holidays = comingHolidays(utc('2026-11-21T12:00'))
  expect(holidays).toEqual([
    { day: '2026-12-25', name: 'christmas' },
    { day: '2026-12-26', name: 'boxing_day' },
    { day: '2027-01-01', name: 'new_year' },
    { day: '2027-03-26', name: 'good_friday' },
    { day: '2027-03-29', name: 'easter_monday' },
    { day: '2027-05-01', name: 'labour_day' },
  ])
})

it('carries what is left below a cent, by the rate of today or by a round one', () => {
  // 1,234.56 at 50 millionths is 6.172800 cents.
  expect(carryExample(50).days).toEqual([
    { share: 123_456n, before: 0, credited: 6n, after: 172_800 },
    { share: 123_462n, before: 172_800, credited: 6n, after: 345_900 },
    { share: 123_468n, before: 345_900, credited: 6n, after: 519_300 },
  ])
  expect(carryExample(null)).toEqual(carryExample(50))
  expect(carryExample(0).days[2]).toMatchObject({ credited: 0n, after: 0 })
})
