import { describe, expect, it } from 'vitest'
import { createDayText } from '#i18n/day-text.ts'
import { createFormat, formatFor } from '#i18n/format.ts'
import { LANGUAGE_CODES } from '#i18n/languages.ts'

/** 2024-08-09 06:05:04 UTC. */
const MOMENT = Date.UTC(2024, 7, 9, 6, 5, 4)
const digits = (text: string): string => text.replace(/\D/g, '')

describe.each(LANGUAGE_CODES)('%s', (language) => {
  const format = createFormat(language, 'UTC')

  it('keeps every digit of a price', () => {
    expect(digits(format.price(108_345, 5))).toBe('108345')
    expect(digits(format.price(6_123_400, 2))).toBe('6123400')
    expect(digits(format.price(5, 5))).toBe('000005')
    expect(format.price(77, 0)).toBe('77')
  })

  it('keeps every cent of an amount beyond what a float holds', () => {
    expect(digits(format.money(90_071_992_547_409_93n))).toBe('9007199254740993')
    expect(digits(format.money(5n))).toBe('005')
    expect(digits(format.money(0n))).toBe('000')
  })

  it('writes the same decimal mark in prices and amounts', () => {
    const mark = (text: string): string => text.replace(/\d/g, '')
    expect(mark(format.money(150n))).toBe(mark(format.price(150, 2)))
  })

  it('signs gains and losses, and leaves zero alone', () => {
    expect(format.signedMoney(150n).startsWith('+')).toBe(true)
    expect(format.signedMoney(-150n).startsWith('−')).toBe(true)
    expect(format.signedMoney(0n)).toBe(format.money(0n))
    expect(format.signedPercentFromBps(-120).startsWith('−')).toBe(true)
    expect(digits(format.signedPercentFromBps(120))).toBe('120')
    expect(format.signedPercentFromBps(0)).not.toMatch(/[+−-]/)
  })

  it('counts years by the Gregorian calendar', () => {
    expect(format.date(MOMENT)).toContain('2024')
    expect(format.dateTime(MOMENT)).toMatch(/0?6[:.]05[:.]04/)
  })

  it('uses Latin digits only', () => {
    const all = [
      format.price(123, 2),
      format.money(123n),
      format.dateTime(MOMENT),
      format.number(7),
    ]
    expect(all.join('')).not.toMatch(/(?![0-9])\p{Nd}/u)
  })
})

it('writes a rate without needless digits', () => {
  expect(createFormat('en').percentFromBps(8500)).toBe('85%')
  expect(createFormat('en').percentFromBps(5405)).toBe('54.05%')
  expect(createFormat('en').percentFromMillionths(18_250)).toBe('1.8250%')
  expect(createFormat('de').percentFromMillionths(18_250)).toBe('1,8250\u00A0%')
})

it('writes 24 h times, midnight as 00', () => {
  expect(createFormat('en', 'UTC').time(Date.UTC(2024, 0, 1))).toBe('00:00:00')
})

it('counts down to zero and no further, rounding up', () => {
  const { countdown } = createFormat('en')
  expect([60_000, 59_001, 59_000, 1, 0, -5000].map(countdown)).toEqual([
    '1:00',
    '1:00',
    '0:59',
    '0:01',
    '0:00',
    '0:00',
  ])
  expect(countdown(3_723_000)).toBe('1:02:03')
})

it('makes the formatters of a language once', () => {
  expect(formatFor('de')).toBe(formatFor('de'))
})

it.each(LANGUAGE_CODES)('puts a space between weekday and time in %s', (language) => {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const glued = new RegExp(`(${weekday.format(MOMENT)}\\d|\\d${weekday.format(MOMENT)})`)
  expect(createFormat(language, 'UTC').weekdayTime(MOMENT)).not.toMatch(glued)
  expect(createDayText(language).moment(MOMENT)).not.toMatch(
    new RegExp(`${weekday.format(MOMENT)}\\d`),
  )
})
