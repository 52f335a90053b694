import { HOUR_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import { createFormat } from '#i18n/format.ts'
import { spanTexts } from '#i18n/span-texts.ts'

const NOON = Date.parse('2026-03-06T12:00:05Z')

it('names the day of a span once if it ends on the same day', () => {
  const format = createFormat('en', 'UTC')
  const from = '6 Mar 2026, 12:00:05'
  expect(spanTexts(format, NOON, NOON + HOUR_MS)).toEqual({ from, to: '13:00:05' })
  const nextDay = { from, to: '7 Mar 2026, 12:00:05' }
  expect(spanTexts(format, NOON, NOON + 24 * HOUR_MS)).toEqual(nextDay)
})
