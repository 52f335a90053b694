/** What the fund's page says about income and rates, worked out from what the server has sent. */
import type { FundRate, FundState } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, DAY_MS, dayOf, dayStart } from '#rules/business-day.ts'
import { accrue, rateOf } from '#rules/fund-income.ts'

/** Credited today, and for which day; a new day sets the figure back without a word from the server. */
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
  /** Nothing is confirmed: nothing earns. */
  | { kind: 'nothing' }
  | { kind: 'no_rate' }

/** What today adds if nothing changes until it ends. */
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

/** What the first day of an amount earns by the rates known now; null: no rate holds on that day. */
export function firstIncome(
  amount: bigint,
  rates: readonly FundRate[],
  firstDay: Day,
): bigint | null {
  const dailyRate = rateOf(rates, firstDay)
  return dailyRate === null ? null : accrue({ share: amount, dailyRate, carry: 0 }).credited
}

export interface RateNow {
  /** The one that holds today; null: none does. */
  current: FundRate | null
  /** The first published after it that differs; null: none is published. */
  next: FundRate | null
}

/** `rates` in any order. */
export function rateNow(rates: readonly FundRate[], today: Day): RateNow {
  const inOrder = rates.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const current = inOrder.findLast(({ from }) => from <= today) ?? null
  const next = inOrder.find(
    ({ from, dailyRate }) => from > today && dailyRate !== current?.dailyRate,
  )
  return { current, next: next ?? null }
}

/** Nothing in the fund, nothing on its way, nothing ever earned: somebody begins. */
export const isUntouched = ({ total, income, pendingRedemptions }: FundState): boolean =>
  total === 0n && income.total === 0n && pendingRedemptions.length === 0
