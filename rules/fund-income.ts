/**
 * The income rule of the fund: whole cents are credited and the rest is carried over, so that anyone can recompute
 * every day.
 */
import { decimalText } from '#contract/decimals.ts'
import type { FundAccrual } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { dayNumber, dayOfNumber } from '#rules/business-day.ts'

/** The denominator of a carry (millionths of a cent) and of a daily rate (millionths of the share). */
const MILLION = 1_000_000n
const DAYS_A_YEAR = 365
/** The number of millionths per percent. */
/** A daily rate is in millionths, which are ten thousandths of a percent. */
const PERCENT_DECIMALS = 4

/**
 * Accrues one day. `share` is in cents, `dailyRate` in millionths, `carry` in millionths of a cent (0 to 999,999). The
 * equation share × dailyRate + carry = credited × 1,000,000 + new carry is exact.
 */
export function accrue(day: { share: bigint; dailyRate: number; carry: number }): {
  credited: bigint
  carry: number
} {
  const earned = day.share * BigInt(day.dailyRate) + BigInt(day.carry)
  return { credited: earned / MILLION, carry: Number(earned % MILLION) }
}

/** The part of a published rate that the income depends on. */
interface Rate {
  from: string
  dailyRate: number
}

/** The rate that applies on a day, for `rates` in any order; null if none was published for it. */
export function rateOf(rates: readonly Rate[], day: string): number | null {
  let holding: Rate | null = null
  for (const rate of rates) {
    if (rate.from <= day && (holding === null || rate.from > holding.from)) holding = rate
  }
  return holding === null ? null : holding.dailyRate
}

/** One recomputed day, in the shape of the recorded accrual with which it is compared. */
export type RecomputedDay = FundAccrual

interface Movement {
  day: string
  amount: bigint
}

/** What a user's income depends on. Amounts are in cents. */
export interface IncomeSources {
  /** Transfers in by their confirm day. */
  confirmed: readonly Movement[]
  /** Withdrawals by the first day on which the money no longer earned. */
  paid: readonly Movement[]
  rates: readonly Rate[]
  /** The last day to recompute; null for none. */
  throughDay: string | null
}

/** The change of the share per day. */
function changesOf({ confirmed, paid }: IncomeSources): Map<number, bigint> {
  const changes = new Map<number, bigint>()
  const add = (day: string, by: bigint): void => {
    const number = dayNumber(day)
    changes.set(number, (changes.get(number) ?? 0n) + by)
  }
  for (const { day, amount } of confirmed) add(day, amount)
  for (const { day, amount } of paid) add(day, -amount)
  return changes
}

/**
 * Recomputes every day's income from the first confirmed transfer, from movements and published rates only. Income is
 * itself recomputed and earns from the day on which it is credited. A day without a share earns nothing and has no row;
 * a day without a rate earns at 0.
 */
export function recomputeIncome(sources: IncomeSources): RecomputedDay[] {
  const rates = [...sources.rates].sort((a, b) => (a.from < b.from ? -1 : 1))
  const changes = changesOf(sources)
  const days: RecomputedDay[] = []
  if (sources.throughDay === null || changes.size === 0) return days
  const last = dayNumber(sources.throughDay)
  let [share, carry, dailyRate, nextRate] = [0n, 0, 0, 0]
  for (let number = Math.min(...changes.keys()); number <= last; number++) {
    const day: Day = dayOfNumber(number)
    for (let rate = rates[nextRate]; rate !== undefined && rate.from <= day; ) {
      dailyRate = rate.dailyRate
      nextRate += 1
      rate = rates[nextRate]
    }
    share += changes.get(number) ?? 0n
    if (share <= 0n) continue
    const accrued = accrue({ share, dailyRate, carry })
    const { credited } = accrued
    days.push({ day, share, dailyRate, carryBefore: carry, credited, carryAfter: accrued.carry })
    share += credited
    carry = accrued.carry
  }
  return days
}

/**
 * The result of comparing recomputed with recorded income: the number of days and the total in cents, or the first day
 * that differs.
 */
export type IncomeComparison =
  | { ok: true; days: number; total: bigint }
  | { ok: false; day: Day; expected: RecomputedDay | null; recorded: FundAccrual | null }

const agree = (a: RecomputedDay, b: FundAccrual): boolean =>
  a.day === b.day &&
  a.share === b.share &&
  a.dailyRate === b.dailyRate &&
  a.carryBefore === b.carryBefore &&
  a.credited === b.credited &&
  a.carryAfter === b.carryAfter

/**
 * Compares recomputed with recorded days, both oldest first. In a difference, the side on which the day is missing is
 * null.
 */
export function compareIncome(
  recomputed: readonly RecomputedDay[],
  accruals: readonly FundAccrual[],
): IncomeComparison {
  let total = 0n
  for (let i = 0; i < Math.max(recomputed.length, accruals.length); i++) {
    const expected = recomputed[i] ?? null
    const recorded = accruals[i] ?? null
    if (recorded !== null && (expected === null || recorded.day < expected.day)) {
      return { ok: false, day: recorded.day, expected: null, recorded }
    }
    if (expected === null) break
    if (recorded === null || recorded.day > expected.day) {
      return { ok: false, day: expected.day, expected, recorded: null }
    }
    if (!agree(expected, recorded)) return { ok: false, day: expected.day, expected, recorded }
    total += recorded.credited
  }
  return { ok: true, days: accruals.length, total }
}

/** The yearly rate in percent for a daily rate, without compounding, exact: 50 is `1.8250`. */
export function annualPercent(dailyRate: number): string {
  return decimalText(dailyRate * DAYS_A_YEAR, PERCENT_DECIMALS)
}

/** What 10,000.00 earn per day, in cents. That is 1,000,000 cents, so the result equals the rate in millionths. */
export const perTenThousand = (dailyRate: number): bigint => BigInt(dailyRate)
