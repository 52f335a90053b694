/** Figures of the fund's page about income and rates, computed from the server's data. */
import { DAY_MS } from '#contract/time.ts'
import type { FundRate, FundState } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { accrue, rateOf } from '#rules/fund-income.ts'
import { findLast } from '#rules/find-last.ts'

/**
 * The income credited today, and the day that earned it. A new day resets the figure without a message from the server.
 */
export function creditedToday(
  { income, resetsAt }: FundState,
  nowMs: number,
): { amount: bigint; day: Day } {
  const current = nowMs < resetsAt
  const today = current ? dayOf(resetsAt - 1) : dayOf(nowMs)
  return { amount: current ? income.today : 0n, day: addDays(today, -1) }
}

export type Expected =
  | { kind: 'amount'; amount: bigint; creditedAt: number }
  /** No amount is confirmed, so nothing earns income. */
  | { kind: 'nothing' }
  | { kind: 'no_rate' }

/** The income of today if nothing changes until the day ends. */
export function expectedToday(
  { confirmed, income }: FundState,
  rates: readonly FundRate[],
  nowMs: number,
): Expected {
  if (confirmed === 0n) return { kind: 'nothing' }
  const today = dayOf(nowMs)
  const dailyRate = rateOf(rates, today)
  if (dailyRate === null) return { kind: 'no_rate' }
  const { credited } = accrue({ share: confirmed, dailyRate, carry: income.carry })
  return { kind: 'amount', amount: credited, creditedAt: dayStart(today) + DAY_MS }
}

/** The income of an amount on its first day by the currently known rates; null when no rate covers that day. */
export function firstIncome(
  amount: bigint,
  rates: readonly FundRate[],
  firstDay: Day,
): bigint | null {
  const dailyRate = rateOf(rates, firstDay)
  return dailyRate === null ? null : accrue({ share: amount, dailyRate, carry: 0 }).credited
}

export interface RateNow {
  /** The rate in force today; null when there is none. */
  current: FundRate | null
  /** The next published rate that differs; null when there is none. */
  next: FundRate | null
}

/** `rates` may be in any order. */
export function rateNow(rates: readonly FundRate[], today: Day): RateNow {
  const inOrder = [...rates].sort((a, b) => (a.from < b.from ? -1 : 1))
  const current = findLast(inOrder, ({ from }) => from <= today) ?? null
  const next = inOrder.find(
    ({ from, dailyRate }) => from > today && dailyRate !== current?.dailyRate,
  )
  return { current, next: next ?? null }
}

/** Nothing in the fund, nothing pending and nothing ever earned: a user who has not started yet. */
export const isUntouched = ({ total, income, pendingRedemptions }: FundState): boolean =>
  total === 0n && income.total === 0n && pendingRedemptions.length === 0
