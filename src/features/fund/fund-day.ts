/** The business day for a user who looks at the fund now, always by the server's clock. */
import { DAY_MS } from '#contract/time.ts'
import type { FundState } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import {
  cutOff,
  type FundDates,
  type FundHoliday,
  fundDates,
  holidayOf,
  isBusinessDay,
} from '#rules/fund-calendar.ts'

export interface FundDay {
  today: Day
  /** When the daily counts start again. */
  endsAt: number
  /** The days on which a request made now counts and takes effect. */
  dates: FundDates
  /** Why a request does not count for today; null when it does. */
  later: 'after_cut_off' | 'weekend' | 'holiday' | null
  /** The holidays between now and the day on which a request takes effect. */
  holidays: readonly { day: Day; name: FundHoliday }[]
}

function laterBecause(today: Day, nowMs: number): FundDay['later'] {
  if (isBusinessDay(today)) return nowMs < cutOff(today) ? null : 'after_cut_off'
  return holidayOf(today) === null ? 'weekend' : 'holiday'
}

function holidaysBetween(first: Day, last: Day): FundDay['holidays'] {
  const found: { day: Day; name: FundHoliday }[] = []
  for (let day = first; day < last; day = addDays(day, 1)) {
    const name = holidayOf(day)
    if (name !== null) found.push({ day, name })
  }
  return found
}

/** `atLeast` is the earliest effective day that the server has named; null when it has named none. */
export function datesAt(nowMs: number, atLeast: string | null = null): FundDates {
  let dates = fundDates(nowMs)
  if (atLeast === null) return dates
  while (dates.settleDay < atLeast) dates = fundDates(dates.cutOffAt)
  return dates
}

export function fundDayAt(nowMs: number): FundDay {
  const today = dayOf(nowMs)
  const dates = fundDates(nowMs)
  return {
    today,
    endsAt: dayStart(today) + DAY_MS,
    dates,
    later: laterBecause(today, nowMs),
    holidays: holidaysBetween(today, dates.settleDay),
  }
}

/**
 * What is left of a daily count. The full count is available again once the server's clock has passed the end of the
 * business day.
 */
export function leftAt(count: FundState['subscriptions'], resetsAt: number, nowMs: number): number {
  return nowMs < resetsAt ? count.remaining : count.limit
}

/** Like `leftAt`, for the amount that can still be withdrawn instantly today. */
export const instantLeftAt = (
  { redemptions, resetsAt }: FundState,
  instantMaximum: bigint,
  nowMs: number,
): bigint => (nowMs < resetsAt ? redemptions.instantRemaining : instantMaximum)
