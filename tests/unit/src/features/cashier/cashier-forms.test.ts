import { describe, expect, it } from 'vitest'
import { depositTerms, withdrawalTerms } from '#contract/cashier.ts'
import { payoutAccount } from '#contract/payout.ts'
import { amountIssue, mostOf } from '#forms/amounts.ts'
import { checkDeposit, depositBody, startDeposit } from '#features/cashier/deposit/deposit-form.ts'
import { checkWithdraw, draftOf, withdrawLimits } from '#features/cashier/withdraw/withdraw-form.ts'
import { gateOf } from '#features/cashier/withdraw/withdraw-gate.ts'
import { PHOTO_PENDING } from '#data/photo-state.ts'
import { sampleProfile, verificationWire } from '#support/sample-account.ts'
import { accountWire, depositTermsWire, withdrawalTermsWire } from './cashier-wire.ts'

const { methods } = depositTerms.parse(depositTermsWire())
const terms = withdrawalTerms.parse(withdrawalTermsWire())
const account = payoutAccount.parse(accountWire())

describe('an amount', () => {
  const limits = { minimum: 1_000n, maximum: 5_000_000n, available: 20_000n }

  it.each([
    ['', 'empty'],
    ['0', 'too_small'],
    ['9.99', 'too_small'],
    ['10', null],
    ['1,000', 'format'],
    ['10.001', 'format'],
    ['10k', 'format'],
    ['1234567890123', 'too_large'],
    ['200', null],
    ['200.01', 'too_large'],
  ])('%s is judged %s', (text, issue) => {
    expect(amountIssue(text, limits)).toBe(issue)
  })

  it('is bounded by the least of terms, field and balance', () => {
    expect(mostOf(limits)).toBe(20_000n)
    expect(mostOf({ ...limits, available: null })).toBe(5_000_000n)
    expect(mostOf({ ...limits, maximum: 10n ** 12n, available: null })).toBe(99_999_900n)
  })
})

describe('a deposit', () => {
  it('begins with the first method, and needs an amount within its limits', () => {
    const start = startDeposit(methods)
    expect(start.method).toBe('bank_transfer')
    expect(checkDeposit(start, methods)).toEqual({ amount: 'empty' })
    expect(checkDeposit({ ...start, amount: '250' }, methods)).toEqual({})
    expect(checkDeposit({ ...start, amount: '50000.01' }, methods)).toEqual({ amount: 'too_large' })
    expect(checkDeposit({ ...start, method: 'gone' }, methods)).toEqual({ method: 'unsupported' })
  })

  it('waits for a proof that is on its way', () => {
    const fields = { ...startDeposit(methods), amount: '250', proof: PHOTO_PENDING }
    expect(checkDeposit(fields, methods)).toEqual({ proof: 'empty' })
  })

  it('is sent in minor units, its proof by the id or not at all', () => {
    const fields = { method: 'btc', amount: '250.5', proof: '' }
    expect(depositBody(fields)).toEqual({ method: 'btc', amount: 25_050n, proof: null })
    expect(depositBody({ ...fields, proof: '7' }).proof).toBe('7')
  })
})

describe('a withdrawal', () => {
  it('shows fee and net as the server will count them', () => {
    expect(draftOf('1000', terms, account)).toMatchObject({ fee: 500n, net: 99_500n })
    expect(draftOf('250', terms, account)).toMatchObject({ fee: 200n, net: 24_800n })
  })

  it('has no figures while nothing would arrive', () => {
    expect(draftOf('', terms, account)).toBeNull()
    expect(draftOf('2', terms, account)).toBeNull()
  })

  it('cannot be more than what is available', () => {
    const limits = withdrawLimits(terms, 30_000n)
    expect(checkWithdraw({ amount: '300' }, limits)).toEqual({})
    expect(checkWithdraw({ amount: '300.01' }, limits)).toEqual({ amount: 'too_large' })
  })
})

describe('what stands before a withdrawal', () => {
  const verified = { verification: verificationWire({ status: 'verified' }) }
  const gate = (change: Record<string, unknown>, now = 1_000) => gateOf(sampleProfile(change), now)

  it.each(['none', 'verifying', 'rejected'])('is the verification while it is %s', (status) => {
    expect(gate({ verification: verificationWire({ status }) })).toEqual({ kind: status })
  })

  it('is then the account, then its hold, then nothing', () => {
    expect(gate(verified)).toEqual({ kind: 'account' })
    const held = { ...verified, payoutAccount: accountWire({ heldUntil: 2_000 }) }
    expect(gate(held)).toEqual({ kind: 'hold', until: 2_000 })
    expect(gate(held, 2_000)).toBeNull()
    expect(gate({ ...verified, payoutAccount: accountWire() })).toBeNull()
  })
})
