/** The rules’ examples, worked out for now: what a transfer would be, the next holidays, what a carry is. */
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { type FundDates, type FundHoliday, fundDates, holidayOf } from '#rules/fund-calendar.ts'
import { accrue } from '#rules/fund-income.ts'

export interface TransferExample extends FundDates {
  /** When it would be made. */
  at: number
  /** When the first day's income is credited. */
  firstIncomeAt: number
}

const example = (at: number): TransferExample => {
  const dates = fundDates(at)
  return { at, ...dates, firstIncomeAt: dayStart(addDays(dates.settleDay, 1)) }
}

/** A transfer now, and one a moment too late for the same day. */
export function transferExamples(nowMs: number): { now: TransferExample; late: TransferExample } {
  const now = example(nowMs)
  return { now, late: example(now.cutOffAt) }
}

const DAYS_SHOWN = 366

/** The holidays of the next twelve months, in order, those on weekends too. */
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

/** Odd enough that a rest remains each day. */
const EXAMPLE_SHARE = 123_456n
const EXAMPLE_DAYS = 3
/** 0.50 a day for 10,000.00, where no rate is known. */
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
