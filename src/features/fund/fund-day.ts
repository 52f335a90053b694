/** Where the business day stands for somebody who looks at the fund now; all of it by the server's clock. */
import type { FundState } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, DAY_MS, dayOf, dayStart } from '#rules/business-day.ts'
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
  /** When the counts of today begin anew. */
  endsAt: number
  /** What is asked for now counts when, and takes effect when. */
  dates: FundDates
  /** Why it does not count for today; null: it does. */
  later: 'after_cut_off' | 'weekend' | 'holiday' | null
  /** Named days on which the fund rests between now and when it takes effect. */
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

/** `atLeast`: the server has said that it takes effect on this day and no earlier; null: it has not. */
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

/** The counts were of one business day: whole again once the server's clock has passed its end. */
export function leftAt(count: FundState['subscriptions'], resetsAt: number, nowMs: number): number {
  return nowMs < resetsAt ? count.remaining : count.limit
}

/** As `leftAt`, of the amount that may still be withdrawn at once today. */
export const instantLeftAt = (
  { redemptions, resetsAt }: FundState,
  instantMaximum: bigint,
  nowMs: number,
): bigint => (nowMs < resetsAt ? redemptions.instantRemaining : instantMaximum)
