import { describe, expect, it } from 'vitest'
import type { FundAccrual, FundStatement } from '#contract/fund.ts'
import {
  type CheckInput,
  type CheckResult,
  checkIncome,
} from '#features/fund/income/check-income.ts'
import { addDays } from '#rules/business-day.ts'
import { recomputeIncome } from '#rules/fund-income.ts'
import { FIRST_DAY, LAST_DAY, sampleCheck, stateOf } from '../sample-statement.ts'

/** The sample with its statement changed, and everything else as it was. */
const tampered = (change: (statement: FundStatement) => Partial<FundStatement>): CheckInput => {
  const input = sampleCheck()
  return { ...input, statement: { ...input.statement, ...change(input.statement) } }
}
const changedDay = (at: number, change: Partial<FundAccrual>) =>
  tampered(({ accruals }) => ({
    accruals: accruals.map((accrual, i) => (i === at ? { ...accrual, ...change } : accrual)),
  }))
const findingIn = (result: CheckResult) => (result.ok ? null : result.finding)

describe('an untouched statement', () => {
  it('agrees to the cent, and says how many days and how much', () => {
    const input = sampleCheck()
    const result = checkIncome(input)
    expect(result).toEqual({
      ok: true,
      days: 12,
      total: input.fund.income.total,
      from: FIRST_DAY,
      through: LAST_DAY,
    })
    // Something real was reckoned: 12,345.67 at about 50 millionths is some 0.60 a day.
    expect(input.fund.income.total).toBeGreaterThan(600n)
  })

  it('agrees with nothing where nothing was ever confirmed', () => {
    const empty: FundStatement = {
      accruedThrough: null,
      confirmed: [],
      paid: [],
      rates: [],
      accruals: [],
    }
    const input = { ...sampleCheck(), statement: empty, fund: stateOf(empty) }
    expect(checkIncome(input)).toEqual({ ok: true, days: 0, total: 0n, from: null, through: null })
  })

  it('does not mind rates that were published since, nor those long before', () => {
    const input = sampleCheck()
    const late = input.published[0]
    if (late === undefined) throw new Error('no rates')
    const later = { ...late, from: addDays(late.from, 30) }
    const older = { ...late, from: addDays(FIRST_DAY, -200) }
    expect(checkIncome({ ...input, published: [later, ...input.published, older] }).ok).toBe(true)
  })

  it('agrees when all was withdrawn, and no day has passed with a share since', () => {
    const input = sampleCheck()
    const { statement, fund } = input
    const [first] = statement.paid
    if (first === undefined) throw new Error('nothing was paid')
    const paid = [...statement.paid, { ...first, day: input.today, amount: fund.confirmed }]
    const empty = { ...fund, confirmed: 0n }
    const weekLater = addDays(input.today, 7)
    const result = checkIncome({
      ...input,
      statement: { ...statement, paid },
      fund: empty,
      today: weekLater,
    })
    expect(result.ok).toBe(true)
  })
})

describe('a tampered statement is caught, and what differs is named', () => {
  it('a day credited with a cent less', () => {
    const { statement } = sampleCheck()
    const fifth = statement.accruals[4]
    if (fifth === undefined) throw new Error('too few days')
    const finding = findingIn(checkIncome(changedDay(4, { credited: fifth.credited - 1n })))
    expect(finding).toEqual({
      kind: 'day',
      day: fifth.day,
      expected: fifth,
      recorded: { ...fifth, credited: fifth.credited - 1n },
    })
  })

  it.each<[string, Partial<FundAccrual>]>([
    ['another share', { share: 1n }],
    ['another rate', { dailyRate: 1 }],
    ['another carry from the day before', { carryBefore: 999_999 }],
    ['another carry to the next day', { carryAfter: 999_999 }],
  ])('a day recorded with %s', (_what, change) => {
    const { statement } = sampleCheck()
    const finding = findingIn(checkIncome(changedDay(7, change)))
    expect(finding).toMatchObject({ kind: 'day', day: statement.accruals[7]?.day })
  })

  it('a day left out', () => {
    const { statement } = sampleCheck()
    const input = tampered(({ accruals }) => ({ accruals: accruals.toSpliced(3, 1) }))
    expect(findingIn(checkIncome(input))).toEqual({
      kind: 'day',
      day: statement.accruals[3]?.day,
      expected: statement.accruals[3],
      recorded: null,
    })
  })

  it('a day that was never earned', () => {
    const day = addDays(LAST_DAY, 1)
    const input = tampered(({ accruals }) => {
      const last = accruals.at(-1)
      return { accruals: last === undefined ? [] : [...accruals, { ...last, day }] }
    })
    expect(findingIn(checkIncome(input))).toMatchObject({ kind: 'day', day, expected: null })
  })

  it('the same day twice', () => {
    const input = tampered(({ accruals }) => ({
      accruals: accruals.flatMap((accrual, i) => (i === 2 ? [accrual, accrual] : [accrual])),
    }))
    expect(findingIn(checkIncome(input))?.kind).toBe('day')
  })

  it('a transfer left out', () => {
    const input = tampered(({ confirmed }) => ({ confirmed: confirmed.slice(0, 1) }))
    expect(findingIn(checkIncome(input))).toMatchObject({ kind: 'day', day: '2023-11-06' })
  })

  it('a transfer confirmed a day later than it was', () => {
    const input = tampered(({ confirmed }) => ({
      confirmed: confirmed.map((share) => ({ ...share, day: addDays(share.day, 1) })),
    }))
    expect(findingIn(checkIncome(input))).toMatchObject({
      kind: 'day',
      day: FIRST_DAY,
      expected: null,
    })
  })

  it('a withdrawal that was never made', () => {
    const input = tampered(({ paid }) => ({ paid: [...paid, ...paid] }))
    expect(findingIn(checkIncome(input))).toMatchObject({ kind: 'day', day: '2023-11-10' })
  })

  it('a rate that is not the published one, even when every day was reckoned with it', () => {
    const lowered = tampered(({ rates }) => ({
      rates: rates.map((rate) => ({ ...rate, dailyRate: rate.dailyRate - 1 })),
    }))
    const finding = findingIn(checkIncome(lowered))
    const published = lowered.published.find(({ from }) => from === FIRST_DAY)?.dailyRate ?? 0
    expect(finding).toEqual({ kind: 'rate', day: FIRST_DAY, stated: published - 1, published })
  })

  it('a published rate left out of the statement, and one that only the statement has', () => {
    const without = tampered(({ rates }) => ({
      rates: rates.filter(({ from }) => from !== '2023-11-08'),
    }))
    expect(findingIn(checkIncome(without))).toMatchObject({
      kind: 'rate',
      day: '2023-11-08',
      stated: null,
    })
    const { published, ...rest } = sampleCheck()
    const hidden = { ...rest, published: published.filter(({ from }) => from !== '2023-11-08') }
    expect(findingIn(checkIncome(hidden))).toMatchObject({
      kind: 'rate',
      day: '2023-11-08',
      published: null,
    })
  })

  it('a rate that began before the first day and is not the one that held on it', () => {
    const { published, ...rest } = sampleCheck()
    const held = { ...rest.statement.rates[0], from: addDays(FIRST_DAY, -1) }
    const rates = [held, ...rest.statement.rates.slice(1)] as FundStatement['rates']
    const input = { ...rest, published, statement: { ...rest.statement, rates } }
    expect(findingIn(checkIncome(input))).toMatchObject({ kind: 'rate', day: FIRST_DAY })
  })

  it('days that are over and were not credited', () => {
    const input = tampered(({ accruals }) => ({
      accruedThrough: addDays(LAST_DAY, -2),
      accruals: accruals.slice(0, -2),
    }))
    expect(findingIn(checkIncome(input))).toMatchObject({
      kind: 'behind',
      day: addDays(LAST_DAY, -1),
    })
  })
})

describe('a fund that shows other figures than its days is caught', () => {
  const shown = (change: Partial<CheckInput['fund']>): CheckInput => {
    const input = sampleCheck()
    return { ...input, fund: { ...input.fund, ...change } }
  }

  it('another income in total', () => {
    const { fund } = sampleCheck()
    const input = shown({ income: { ...fund.income, total: fund.income.total + 1n } })
    expect(findingIn(checkIncome(input))).toEqual({
      kind: 'income',
      reckoned: fund.income.total,
      shown: fund.income.total + 1n,
    })
  })

  it('another carry', () => {
    const { fund } = sampleCheck()
    const input = shown({ income: { ...fund.income, carry: fund.income.carry + 1 } })
    expect(findingIn(checkIncome(input))).toEqual({
      kind: 'carry',
      reckoned: fund.income.carry,
      shown: fund.income.carry + 1,
    })
  })

  it('another share: a transfer hidden together with all that it earned', () => {
    const honest = sampleCheck()
    const { paid, rates, accruedThrough } = honest.statement
    const confirmed = honest.statement.confirmed.slice(0, 1)
    const accruals = recomputeIncome({ confirmed, paid, rates, throughDay: LAST_DAY })
    const statement = { accruedThrough, confirmed, paid, rates, accruals }
    const lie = stateOf(statement)
    const fund = { ...lie, confirmed: honest.fund.confirmed }
    expect(findingIn(checkIncome({ ...honest, statement, fund }))).toEqual({
      kind: 'share',
      reckoned: lie.confirmed,
      shown: honest.fund.confirmed,
    })
  })
})
