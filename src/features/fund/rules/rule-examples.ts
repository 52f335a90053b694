/** The examples of the rules, computed for now: the dates of a transfer, the next holidays, and how the carry works. */
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { type FundDates, type FundHoliday, fundDates, holidayOf } from '#rules/fund-calendar.ts'
import { accrue } from '#rules/fund-income.ts'

export interface TransferExample extends FundDates {
  /** When the transfer would be made. */
  at: number
  /** When the first day's income is credited. */
  firstIncomeAt: number
}

const example = (at: number): TransferExample => {
  const dates = fundDates(at)
  return { at, ...dates, firstIncomeAt: dayStart(addDays(dates.settleDay, 1)) }
}

/** A transfer made now, and one that just misses the cut-off of the same day. */
export function transferExamples(nowMs: number): { now: TransferExample; late: TransferExample } {
  const now = example(nowMs)
  return { now, late: example(now.cutOffAt) }
}

const DAYS_SHOWN = 366

/** The holidays of the next twelve months in order, including those on weekends. */
export function comingHolidays(nowMs: number): { day: Day; name: FundHoliday }[] {
  const today = dayOf(nowMs)
  return Array.from({ length: DAYS_SHOWN }, (_, i) => addDays(today, i)).flatMap((day) => {
    const name = holidayOf(day)
    return name === null ? [] : [{ day, name }]
  })
}

export interface CarryDay {
  share: bigint
  before: number
  credited: bigint
  after: number
}

/** An odd amount, so that every day leaves a remainder. */
const EXAMPLE_SHARE = 123_456n
const EXAMPLE_DAYS = 3
/** 0.50 per day for 10,000.00, used when no rate is known. */
const EXAMPLE_RATE = 50

export function carryExample(dailyRate: number | null): { dailyRate: number; days: CarryDay[] } {
  const rate = dailyRate ?? EXAMPLE_RATE
  const days: CarryDay[] = []
  let share = EXAMPLE_SHARE
  let carry = 0
  for (let i = 0; i < EXAMPLE_DAYS; i++) {
    const { credited, carry: after } = accrue({ share, dailyRate: rate, carry })
    days.push({ share, before: carry, credited, after })
    share += credited
    carry = after
  }
  return { dailyRate: rate, days }
}
