import { describe, expect, it } from 'vitest'
import {
  cutOff,
  fundDates,
  holidayOf,
  isBusinessDay,
  nextBusinessDay,
  tradeDayAt,
} from '#rules/fund-calendar.ts'
import {
  everyDay,
  holidayByHand,
  isBusinessDayByHand,
  LAST_DAY,
} from '#support/fund-calendar-oracle.ts'

const at = (text: string): number => Date.parse(`${text}Z`)

describe('the calendar', () => {
  it('has the holidays and business days of a list of 100 years', () => {
    const wrong = everyDay().filter(
      (day) =>
        holidayOf(day) !== holidayByHand(day) || isBusinessDay(day) !== isBusinessDayByHand(day),
    )
    expect(wrong).toEqual([])
  })

  // As the European Central Bank announced them.
  it.each([
    [2024, '01-01 03-29 04-01 05-01 12-25 12-26'],
    [2025, '01-01 04-18 04-21 05-01 12-25 12-26'],
    [2026, '01-01 04-03 04-06 05-01 12-25'],
    [2027, '01-01 03-26 03-29'],
  ])('%i rests on the weekdays on which TARGET is closed', (year, closed) => {
    const days = everyDay().filter((day) => day.startsWith(`${year}`))
    const weekdays = days.filter((day) => new Date(day).getUTCDay() % 6 !== 0)
    const rests = weekdays.filter((day) => !isBusinessDay(day))
    expect(rests.map((day) => day.slice(5)).join(' ')).toBe(closed)
  })

  it('names every kind of holiday, also on a weekend', () => {
    const named = ['2028-01-01', '2026-04-03', '2026-04-06', '2027-05-01', '2027-12-25']
    expect([...named, '2027-12-26', '2026-04-05', '2026-07-01'].map(holidayOf)).toEqual([
      'new_year',
      'good_friday',
      'easter_monday',
      'labour_day',
      'christmas',
      'boxing_day',
      null,
      null,
    ])
  })

  it('has no business day after its last one, and says so', () => {
    expect(nextBusinessDay('2099-12-30')).toBe(LAST_DAY)
    expect(() => nextBusinessDay(LAST_DAY)).toThrow()
  })
})

describe('what a moment counts for', () => {
  it('changes at the cut-off to the millisecond', () => {
    expect(cutOff('2026-07-01')).toBe(at('2026-07-01T15:00:00.000'))
    expect(fundDates(cutOff('2026-07-01') - 1)).toEqual({
      tradeDay: '2026-07-01',
      cutOffAt: at('2026-07-01T15:00:00'),
      settleDay: '2026-07-02',
      settlesAt: at('2026-07-02T00:00:00'),
    })
    expect(fundDates(cutOff('2026-07-01'))).toEqual({
      tradeDay: '2026-07-02',
      cutOffAt: at('2026-07-02T15:00:00'),
      settleDay: '2026-07-03',
      settlesAt: at('2026-07-03T00:00:00'),
    })
  })

  it.each([
    ['on a Friday before the cut-off', '2026-07-03T14:59:59.999', '2026-07-03', '2026-07-06'],
    ['on a Friday after the cut-off', '2026-07-03T15:00:00.000', '2026-07-06', '2026-07-07'],
    ['on a Saturday', '2026-07-04T10:00:00.000', '2026-07-06', '2026-07-07'],
    ['at the end of a Sunday', '2026-07-05T23:59:59.999', '2026-07-06', '2026-07-07'],
    [
      'before the cut-off of Maundy Thursday',
      '2026-04-02T14:59:59.999',
      '2026-04-02',
      '2026-04-07',
    ],
    ['at the cut-off of Maundy Thursday', '2026-04-02T15:00:00.000', '2026-04-07', '2026-04-08'],
    ['on Good Friday in the morning', '2026-04-03T08:00:00.000', '2026-04-07', '2026-04-08'],
    ['on Easter Monday after 15:00', '2026-04-06T16:00:00.000', '2026-04-07', '2026-04-08'],
    ['on Christmas Eve before 15:00', '2025-12-24T14:59:59.999', '2025-12-24', '2025-12-29'],
    ['on Christmas Eve after 15:00', '2025-12-24T15:00:00.000', '2025-12-29', '2025-12-30'],
    ['on Christmas Day before a weekend', '2026-12-25T09:00:00.000', '2026-12-28', '2026-12-29'],
    ["on New Year's Eve before 15:00", '2026-12-31T12:00:00.000', '2026-12-31', '2027-01-04'],
    ["on New Year's Eve after 15:00", '2026-12-31T15:00:00.000', '2027-01-04', '2027-01-05'],
    ['before a 1 May on a Friday', '2026-04-30T14:00:00.000', '2026-04-30', '2026-05-04'],
    ['before a 1 May on a Saturday', '2027-04-30T14:00:00.000', '2027-04-30', '2027-05-03'],
    ['after a 1 May on a Sunday', '2022-05-02T14:00:00.000', '2022-05-02', '2022-05-03'],
    ['on a leap day', '2028-02-29T14:00:00.000', '2028-02-29', '2028-03-01'],
  ])('%s', (_name, moment, tradeDay, settleDay) => {
    expect(tradeDayAt(at(moment))).toBe(tradeDay)
    expect(fundDates(at(moment))).toMatchObject({ tradeDay, settleDay })
  })
})
