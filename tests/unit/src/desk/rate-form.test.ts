import { describe, expect, it } from 'vitest'
import { rateProposal } from '#contract/fund.ts'
import { day } from '#contract/scalars.ts'
import { EMPTY_RATE, earliestDay, rateForm, typedRate } from '#desk/rate-form.ts'
import { fundRates } from '#desk/queue-kinds.ts'
import { judge } from '#forms/form.ts'

const TODAY = day.parse('2026-11-21')

describe('a typed rate', () => {
  it('is a whole number of millionths from 0 to 300, and nothing else is one', () => {
    expect(['0', ' 50 ', '300', '007'].map(typedRate)).toEqual([0, 50, 300, 7])
    for (const text of ['', ' ', '301', '-1', '1.5', '1,5', '5e1', '0x10', '5 0', '٥٠']) {
      expect([text, typedRate(text)]).toEqual([text, null])
    }
  })
})

describe('the first free day', () => {
  it('is tomorrow, or the day after the last one that is published', () => {
    expect(earliestDay([], TODAY)).toBe('2026-11-22')
    expect(earliestDay([{ from: day.parse('2026-11-20') }], TODAY)).toBe('2026-11-22')
    const ahead = ['2026-11-30', '2026-11-21'].map((from) => ({ from: day.parse(from) }))
    expect(earliestDay(ahead, TODAY)).toBe('2026-12-01')
  })
})

describe('a proposed rate', () => {
  const fields = { from: '2026-12-01', dailyRate: '48', why: 'a calmer market' }
  it('becomes the body that is sent', () => {
    expect(judge(rateForm, { ...fields, why: '  a calmer market ' })).toEqual({
      issues: {},
      output: { from: '2026-12-01', dailyRate: 48, why: 'a calmer market' },
    })
  })
  it('names each field that is missing or does not fit', () => {
    const issues = (change: object) => judge(rateForm, { ...fields, ...change }).issues
    expect(judge(rateForm, EMPTY_RATE)).toEqual({
      output: null,
      issues: { from: 'empty', dailyRate: 'empty', why: 'empty' },
    })
    expect(issues({ from: '2026-02-30' })).toEqual({ from: 'date' })
    expect(issues({ dailyRate: '301' })).toEqual({ dailyRate: 'too_large' })
    expect(issues({ dailyRate: '9'.repeat(15) })).toEqual({ dailyRate: 'too_large' })
    expect(issues({ dailyRate: '9'.repeat(400) })).toEqual({ dailyRate: 'format' })
    expect(issues({ dailyRate: '1.5' })).toEqual({ dailyRate: 'format' })
    expect(issues({ why: ' why ' })).toEqual({ why: 'too_short' })
    expect(issues({ why: 'x'.repeat(201) })).toEqual({ why: 'too_long' })
  })
})

describe('what may be done with a proposed rate', () => {
  const proposal = (change: object = {}) =>
    rateProposal.parse({
      id: '101',
      from: '2026-12-01',
      dailyRate: 48,
      why: 'a calmer market',
      status: 'proposed',
      proposedBy: 'anna',
      proposedAt: 1,
      decidedBy: null,
      decidedAt: null,
      ...change,
    })
  const steps = (me: string, earliest: string | null, change: object = {}) => {
    const kind = fundRates(earliest === null ? null : day.parse(earliest))
    const { forward, refuse, own } = kind.steps(proposal(change), me)
    return [forward?.step ?? null, refuse?.reasons ?? null, own]
  }
  it('is publishing, asked once more, or rejecting; never publishing one’s own', () => {
    expect(steps('berta', '2026-12-01')).toEqual(['approve', ['rate_mistaken'], false])
    expect(steps('anna', '2026-12-01')).toEqual([null, ['rate_mistaken'], true])
  })
  it('is rejecting alone once its day has begun or is taken, and nothing once decided', () => {
    expect(steps('berta', '2026-12-02')).toEqual([null, ['rate_mistaken'], false])
    expect(steps('berta', null)).toEqual(['approve', ['rate_mistaken'], false])
    const decided = { decidedBy: 'berta', decidedAt: 2 }
    expect(steps('carla', null, { status: 'published', ...decided })).toEqual([null, null, false])
  })
})
