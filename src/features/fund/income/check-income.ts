/** "Check my income": recomputes every day from transfers and published rates, and reports the first difference. */
import type { FundAccrual, FundRate, FundState, FundStatement } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays } from '#rules/business-day.ts'
import { compareIncome, type RecomputedDay, recomputeIncome } from '#rules/fund-income.ts'
import { findLast } from '#rules/find-last.ts'

export interface CheckInput {
  statement: FundStatement
  /** The public list of rates, at least from the first confirmed day. */
  published: readonly FundRate[]
  /** The state of the fund at the same time. */
  fund: Pick<FundState, 'confirmed' | 'income'>
  /** In the business time zone. */
  today: Day
}

export type CheckFinding =
  /** The statement uses another rate than the one published to all users; null when it has none. */
  | { kind: 'rate'; day: Day; stated: number | null; published: number | null }
  /** The first day whose record differs from the recomputed one; null when it is missing on that side. */
  | { kind: 'day'; day: Day; expected: RecomputedDay | null; recorded: FundAccrual | null }
  /** A day has ended and earned income, but it was not credited. */
  | { kind: 'behind'; day: Day; expected: RecomputedDay }
  /** The fund shows a different figure than the sum of the days. */
  | { kind: 'income' | 'share'; reckoned: bigint; shown: bigint }
  | { kind: 'carry'; reckoned: number; shown: number }

export type CheckResult =
  | { ok: true; days: number; total: bigint; from: Day | null; through: Day | null }
  | { ok: false; finding: CheckFinding }

const byDay = (rates: readonly FundRate[]): Map<Day, number> =>
  new Map(rates.map(({ from, dailyRate }) => [from, dailyRate]))

/** The first day of the statement on which the two lists of rates differ. */
function checkRates(
  { rates, confirmed, accruedThrough }: FundStatement,
  published: readonly FundRate[],
): CheckFinding | null {
  const [first] = confirmed.map(({ day }) => day).sort()
  if (first === undefined || accruedThrough === null) return null
  const [stated, told] = [byDay(rates), byDay(published)]
  const days = [...new Set([...stated.keys(), ...told.keys()])].sort()
  // Of the rates before the first day, only the last one is still in force on it.
  const begin = findLast(days, (day) => day <= first) ?? first
  for (const day of days) {
    if (day < begin || day > accruedThrough) continue
    const one = stated.get(day) ?? null
    const other = told.get(day) ?? null
    if (one !== other) return { kind: 'rate', day, stated: one, published: other }
  }
  return null
}

const sum = (amounts: readonly { amount: bigint }[]): bigint =>
  amounts.reduce((total, { amount }) => total + amount, 0n)

/** Checks that the figures of the fund equal the sums of their parts. */
function checkState({ statement, fund }: CheckInput, total: bigint): CheckFinding | null {
  const { income, confirmed } = fund
  if (income.total !== total) return { kind: 'income', reckoned: total, shown: income.total }
  const carry = statement.accruals.at(-1)?.carryAfter ?? 0
  if (income.carry !== carry) return { kind: 'carry', reckoned: carry, shown: income.carry }
  const share = sum(statement.confirmed) - sum(statement.paid) + total
  if (confirmed !== share) return { kind: 'share', reckoned: share, shown: confirmed }
  return null
}

export function checkIncome(input: CheckInput): CheckResult {
  const { statement, published, today } = input
  const { accruals, accruedThrough, confirmed, paid } = statement
  const wrong = (finding: CheckFinding): CheckResult => ({ ok: false, finding })
  const rates = checkRates(statement, published)
  if (rates !== null) return wrong(rates)
  // Computed with the public list. The statement's own list was already shown to match it.
  const throughDay = addDays(today, -1)
  const due = recomputeIncome({ confirmed, paid, rates: published, throughDay })
  const reckoned = due.filter(({ day }) => accruedThrough !== null && day <= accruedThrough)
  const compared = compareIncome(reckoned, accruals)
  if (!compared.ok) {
    const { day, expected, recorded } = compared
    return wrong({ kind: 'day', day, expected, recorded })
  }
  const missing = due[reckoned.length]
  if (missing !== undefined) return wrong({ kind: 'behind', day: missing.day, expected: missing })
  const state = checkState(input, compared.total)
  if (state !== null) return wrong(state)
  return {
    ok: true,
    days: compared.days,
    total: compared.total,
    from: accruals[0]?.day ?? null,
    through: accruals.at(-1)?.day ?? null,
  }
}
