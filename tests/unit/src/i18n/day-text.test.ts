import { expect, it, vi } from 'vitest'
import { createDayText } from '#i18n/day-text.ts'
import { LANGUAGE_CODES } from '#i18n/languages.ts'

it.each(['Pacific/Kiritimati', 'Pacific/Honolulu'])(
  'writes a day of the business zone as that day on a device in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    // The device itself would say 31 October or the afternoon of 1 November.
    expect(new Date(Date.UTC(2026, 10, 1)).getUTCHours()).not.toBe(
      new Date(Date.UTC(2026, 10, 1)).getHours(),
    )
    for (const language of LANGUAGE_CODES) {
      const text = createDayText(language)
      for (const written of [text.date('2026-11-01'), text.long('2026-11-01')]) {
        expect(written).toContain('2026')
        expect(written).not.toContain('31')
      }
    }
  },
)

it('says long which weekday it is, and short what an axis has room for', () => {
  expect(createDayText('en').long('2026-11-21')).toMatch(/Sat/)
  expect(createDayText('en').short('2026-11-21')).toBe('21 Nov')
  expect(createDayText('de').short('2026-11-21')).toBe('21. Nov.')
  expect(createDayText('de').month('2026-11-21')).toBe('Nov. 2026')
})

it('writes moments in the zone of the device, and a rule in the zone that holds for everybody', () => {
  const cutOff = Date.UTC(2026, 10, 20, 15)
  for (const language of LANGUAGE_CODES) {
    expect(createDayText(language, 'Asia/Tokyo').moment(cutOff)).toMatch(/0[:.]00/)
    expect(createDayText(language, 'Asia/Tokyo').ruleClock(cutOff)).toMatch(/^15[:.]00 UTC$/)
  }
  expect(createDayText('en', 'Asia/Tokyo').moment(cutOff)).toBe('Sat 21 Nov, 00:00')
  expect(createDayText('en').weekday('2026-11-20')).toBe('Fri 20 Nov')
})
