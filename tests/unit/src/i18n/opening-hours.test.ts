import { expect, it } from 'vitest'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { hoursText, weekdaysText, zoneText } from '#i18n/opening-hours.ts'

it('writes days, hours and zones as the language does', () => {
  expect(weekdaysText('en', 1, 5)).toBe('Monday – Friday')
  expect(weekdaysText('de', 6, 7)).toBe('Samstag – Sonntag')
  expect(weekdaysText('zh-CN', 1, 5)).toBe('星期一 – 星期五')
  expect(hoursText('en', 9, 18)).toBe('09:00 – 18:00')
  expect(zoneText('en', 'Asia/Shanghai')).toBe('China Standard Time')
})

it('has something to say in each language', () => {
  for (const language of LANGUAGE_CODES) {
    expect(hoursText(language, 9, 18)).toMatch(/9.00 – 18.00/)
    expect(zoneText(language, 'Asia/Shanghai').length).toBeGreaterThan(2)
  }
})
