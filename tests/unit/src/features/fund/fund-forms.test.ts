import { describe, expect, it } from 'vitest'
import type { ApiError } from '#api/api-error.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { day } from '#contract/scalars.ts'
import { dayFrom } from '#features/fund/transfer/changed-day.ts'
import {
  checkTransfer,
  quickAmounts,
  transferIssue,
  transferLimits,
} from '#features/fund/transfer/transfer-form.ts'
import {
  confirmFormOf,
  checkWithdraw,
  WITHDRAW_PLACES,
  draftOf,
  needsPassword,
  payDates,
  speedOf,
  withdrawIssue,
  withdrawLimits,
} from '#features/fund/withdraw/withdraw-form.ts'
import type { ConfirmFields } from '#forms/confirm-form.ts'
import { type Form, judge, reduceForm, startForm, summariseForm } from '#forms/form.ts'
import { sampleTerms } from '#support/sample-fund.ts'

const EMPTY: ConfirmFields = { tradingPassword: '' }
const terms = sampleTerms()
const utc = (text: string): number => Date.parse(`${text}Z`)
const refusal = (code: ErrorCode, params: Record<string, string | number> = {}): ApiError => ({
  kind: 'rejected',
  code,
  status: 409,
  params,
  issues: [],
})

describe('a transfer in', () => {
  const limits = transferLimits(terms, { total: 0n }, 500_000n)
  const issueOf = (amount: string, within = limits) => checkTransfer({ amount }, within).amount
  it('keeps to the minimum and to what is available', () => {
    expect(issueOf('')).toBe('empty')
    expect(issueOf('0')).toBe('too_small')
    expect(issueOf('0.99')).toBe('too_small')
    expect(issueOf('1')).toBeUndefined()
    expect(issueOf('5000')).toBeUndefined()
    expect(issueOf('5000.01')).toBe('too_large')
    expect(transferIssue('too_large', limits)).toEqual({ code: 'too_large', bound: 'available' })
  })
  it('keeps to what the fund may still hold', () => {
    const full = transferLimits(terms, { total: 99_900_000n }, 500_000n)
    expect(full.room).toBe(100_000n)
    expect(issueOf('1000', full)).toBeUndefined()
    expect(issueOf('1000.01', full)).toBe('too_large')
    expect(transferIssue('too_large', full)).toEqual({ code: 'too_large', bound: 'holding' })
  })
  it('may take nothing more into a full fund, whose income has grown past the limit', () => {
    const over = transferLimits(terms, { total: 100_000_500n }, 500_000n)
    expect(over.room).toBe(0n)
    expect(issueOf('1', over)).toBe('too_large')
  })
  it('keeps to the most of one transfer', () => {
    const rich = transferLimits(sampleTerms({ maximum: '100.00' }), { total: 0n }, 500_000n)
    expect(issueOf('100.01', rich)).toBe('too_large')
    expect(transferIssue('too_large', rich)).toEqual({ code: 'too_large', bound: 'maximum' })
  })
  it('does not judge what is available before it is heard', () => {
    expect(issueOf('900000', transferLimits(terms, { total: 0n }, null))).toBeUndefined()
  })
  it('offers the round amounts that fit', () => {
    const fitting = (of: typeof limits | null) =>
      quickAmounts(of).flatMap(({ amount, fits }) => (fits ? [amount] : []))
    expect(fitting(transferLimits(terms, { total: 0n }, 50_000n))).toEqual([10_000n, 50_000n])
    expect(fitting(null)).toEqual([])
  })
})

describe('a withdrawal', () => {
  const limits = withdrawLimits(5_000_00n, 1_000_00n)
  it('may be anything that is there, to the last cent', () => {
    expect(checkWithdraw({ amount: '0.01', speed: 'instant' }, limits)).toEqual({})
    expect(checkWithdraw({ amount: '5000', speed: 'next_day' }, limits)).toEqual({})
    expect(withdrawIssue({ amount: '5000.01', speed: 'next_day' }, limits)).toEqual({
      code: 'too_large',
      bound: 'redeemable',
    })
  })
  it('is bounded further when it is to be at once', () => {
    expect(withdrawIssue({ amount: '1000', speed: 'instant' }, limits)).toBeNull()
    expect(withdrawIssue({ amount: '1000.01', speed: 'instant' }, limits)).toEqual({
      code: 'too_large',
      bound: 'instant',
    })
    expect(withdrawIssue({ amount: '1000.01', speed: 'next_day' }, limits)).toBeNull()
  })
  it('reads its fields as they will be confirmed', () => {
    expect(draftOf({ amount: '12.5', speed: 'next_day' })).toEqual({
      amount: 1_250n,
      speed: 'next_day',
    })
    expect([speedOf('instant'), speedOf('at once')]).toEqual(['instant', 'next_day'])
  })
  it('at once is of today and cannot be taken back; it earned up to yesterday', () => {
    expect(payDates('instant', utc('2026-11-22T00:00'))).toEqual({
      payDay: '2026-11-22',
      paysAt: null,
      cancellableUntil: null,
      earnsUntil: '2026-11-21',
    })
  })
  it('for the next business day is paid after the weekend, and earns through it', () => {
    expect(payDates('next_day', utc('2026-11-20T10:00'))).toEqual({
      payDay: '2026-11-23',
      paysAt: utc('2026-11-23T00:00'),
      cancellableUntil: utc('2026-11-20T15:00'),
      earnsUntil: '2026-11-22',
    })
  })
  it('follows the day that the server has named', () => {
    const justBefore = utc('2026-11-20T23:59:59.950')
    expect(payDates('instant', justBefore, day.parse('2026-11-21')).payDay).toBe('2026-11-21')
    expect(payDates('next_day', justBefore, day.parse('2026-11-25')).payDay).toBe('2026-11-25')
  })
  it('asks for the trading password above the set amount alone', () => {
    expect(needsPassword(100_000n, terms)).toBe(false)
    expect(needsPassword(100_001n, terms)).toBe(true)
    expect(judge(confirmFormOf(true), EMPTY).issues).toEqual({ tradingPassword: 'empty' })
    expect(judge(confirmFormOf(false), EMPTY).issues).toEqual({})
  })
  it('places refusals of the password at the password, and no other', () => {
    const placed = (code: ErrorCode) => {
      const submission = { status: 'refused' as const, error: refusal(code) }
      return summariseForm({ ...startForm(EMPTY), submission }, {}, WITHDRAW_PLACES).refusals
    }
    expect(Object.keys(placed('trading_password_wrong'))).toEqual(['tradingPassword'])
    expect(Object.keys(placed('trading_password_required'))).toEqual(['tradingPassword'])
    expect(placed('redeemable_too_low')).toEqual({})
  })
  it('keeps what was typed through a refusal', () => {
    const typed = reduceForm(startForm(EMPTY), {
      type: 'change',
      field: 'tradingPassword',
      value: 'secret words',
    })
    const refused: Form<ConfirmFields> = reduceForm(typed, {
      type: 'submission',
      submission: { status: 'refused', error: refusal('trading_password_wrong') },
    })
    const summary = summariseForm(refused, {}, WITHDRAW_PLACES)
    expect(refused.fields.tradingPassword).toBe('secret words')
    expect(summary.refusals.tradingPassword).toMatchObject({ code: 'trading_password_wrong' })
    expect(summary.refusal).toBeNull()
  })
})

describe('the day in a refusal', () => {
  it('is the one that the server has named', () => {
    expect(dayFrom(refusal('fund_day_changed', { day: '2026-11-24' }))).toBe('2026-11-24')
  })
  it('is none in another refusal, or without a day', () => {
    expect(dayFrom(refusal('available_too_low', { day: '2026-11-24' }))).toBeNull()
    expect(dayFrom(refusal('fund_day_changed', { day: 'soon' }))).toBeNull()
    expect(dayFrom({ kind: 'timeout' })).toBeNull()
    expect(dayFrom(null)).toBeNull()
  })
})
