import { beforeAll, expect, it } from 'vitest'
import type { ApiError } from '#api/api-error.ts'
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts'
import { errorText } from '#i18n/error-text.ts'
import { createFormat } from '#i18n/format.ts'
import { type I18n, setUpLanguage } from '#i18n/setup.ts'

let i18n: I18n
beforeAll(async () => {
  i18n = await setUpLanguage('en')
  await i18n.loadNamespaces('errors')
})
const text = (error: ApiError): string =>
  errorText(i18n.getFixedT('en', 'errors'), createFormat('en', 'UTC'), error)
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
  expect(text(rejected('market_closed', { opensAt }))).toContain('08/11/2024, 21:00:00')
  expect(text(rejected('market_closed'))).toBe('Market closed (under maintenance).')
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
    { kind: 'unauthorised' },
    { kind: 'contract', detail: 'secret detail' },
  ]
  expect(new Set(kinds.map(text)).size).toBe(4)
  expect(kinds.map(text).join()).not.toContain('secret detail')
})
