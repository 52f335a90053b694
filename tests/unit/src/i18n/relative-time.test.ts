import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import { formatFor } from '#i18n/format.ts'
import { LANGUAGE_CODES } from '#i18n/languages.ts'
import { relativeText } from '#i18n/relative-time.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const english = { language: 'en', justNow: 'just now' } as const
const ago = (ageMs: number): string => relativeText(english, NOW - ageMs, NOW)

it('says just now under fifteen minutes, also of a moment that the clock has not reached', () => {
  expect([0, 1, 15 * MINUTE_MS - 1, -5_000].map(ago)).toEqual(Array(4).fill('just now'))
})

it('says minutes, then hours, always full ones', () => {
  expect(ago(15 * MINUTE_MS)).toBe('15 minutes ago')
  expect(ago(HOUR_MS - 1)).toBe('59 minutes ago')
  expect(ago(HOUR_MS)).toBe('1 hour ago')
  expect(ago(24 * HOUR_MS - 1)).toBe('23 hours ago')
})

describe.each(LANGUAGE_CODES)('%s', (language) => {
  const words = { language, justNow: '·' }

  it('says the date from a day on, in the common era', () => {
    const dayAgo = NOW - 24 * HOUR_MS
    expect(relativeText(words, dayAgo, NOW)).toBe(formatFor(language).date(dayAgo))
    expect(relativeText(words, dayAgo, NOW)).toContain('2026')
  })

  it('names the number of hours in its own words', () => {
    expect(relativeText(words, NOW - 3 * HOUR_MS, NOW)).toMatch(/3\D+/)
  })
})
