import { beforeAll, expect, it } from 'vitest'
import type { ApiError } from '#api/api-error.ts'
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts'
import { createDayText } from '#i18n/day-text.ts'
import { errorText } from '#i18n/error-text.ts'
import { createFormat } from '#i18n/format.ts'
import { type I18n, setUpLanguage } from '#i18n/setup.ts'

let i18n: I18n
beforeAll(async () => {
  i18n = await setUpLanguage('en')
  await i18n.loadNamespaces('errors')
})
const text = (error: ApiError): string =>
  errorText(
    i18n.getFixedT('en', 'errors'),
    { format: createFormat('en', 'UTC'), days: createDayText('en') },
    error,
  )
const rejected = (code: ErrorCode, params: Record<string, string | number> = {}): ApiError => ({
  kind: 'rejected',
  code,
  status: 409,
  params,
  issues: [],
})

it('writes amounts, counts and times of a refusal as the language does', () => {
  expect(text(rejected('available_too_low', { available: '1234.50' }))).toContain('(1,234.50)')
  expect(text(rejected('too_many_positions', { limit: '20' }))).toContain('20 open')
  expect(text(rejected('open_stake_limit', { limit: '25000.00' }))).toContain('25,000.00')
  expect(text(rejected('rate_limited', { retryAfterMs: 1500 }))).toContain('2 s')
  const opensAt = Date.UTC(2024, 7, 11, 21)
  expect(text(rejected('market_closed', { opensAt }))).toContain('11 Aug 2024, 21:00')
  expect(text(rejected('market_closed'))).toBe('Market closed (under maintenance).')
})

it('writes moments and days of the fund as the language does, whatever zone the device is in', () => {
  const cutOffAt = Date.UTC(2026, 10, 20, 15)
  expect(text(rejected('cut_off_passed', { cutOffAt }))).toContain('20 Nov 2026, 15:00')
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
    process.env['TZ'] = zone
    const said = [
      text(rejected('fund_day_changed', { day: '2026-11-24' })),
      text(rejected('rate_day_taken', { after: '2026-11-24' })),
      text(rejected('rate_too_late', { earliest: '2026-11-24' })),
      text(rejected('rate_too_early', { latest: '2026-11-24' })),
    ]
    for (const one of said) expect(one).toContain('24 Nov 2026')
  }
  const limits = { remaining: '10.00', resetsAt: Date.UTC(2026, 10, 21) }
  const instant = text(rejected('instant_limit_reached', limits))
  expect(instant).toContain('10.00')
  expect(instant).toContain('21 Nov 2026, 00:00')
})

it('leaves no slot open for any code, even when the server names no values', () => {
  for (const code of ERROR_CODES) {
    const shown = text(rejected(code))
    expect(shown.length).toBeGreaterThan(3)
    expect(shown).not.toBe(code)
  }
})

it('has words for what is not a refusal', () => {
  const kinds: ApiError[] = [
    { kind: 'timeout' },
    { kind: 'network' },
    { kind: 'no_cookies' },
    { kind: 'unauthorised' },
    { kind: 'contract', detail: 'secret detail' },
  ]
  expect(new Set(kinds.map(text)).size).toBe(5)
  expect(kinds.map(text).join()).not.toContain('secret detail')
})
