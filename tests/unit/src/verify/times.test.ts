import { expect, it } from 'vitest'
import { createFormat } from '#i18n/format.ts'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { timesIn } from '../../../../src/verify/times.ts'

const MOMENT = Date.parse('2026-03-06T22:05:07')

it.each(LANGUAGE_CODES)('writes moments on the offline page as in the app, in %s', (language) => {
  const { date, time, dateTime, dateClock } = createFormat(language)
  const times = timesIn(language)
  expect([times.date(MOMENT), times.time(MOMENT), times.dateTime(MOMENT)]).toEqual([
    date(MOMENT),
    time(MOMENT),
    dateTime(MOMENT),
  ])
  expect(times.dateClock(MOMENT)).toBe(dateClock(MOMENT))
})
