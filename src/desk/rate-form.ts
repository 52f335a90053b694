/** The form of a proposed rate: its fields, their meaning, and the first day that is free. */
import { proposeFundRate } from '#contract/endpoints/desk.ts'
import { dailyRate, type FundRate } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { arrangedSchema, type Fields } from '#forms/form.ts'
import { addDays } from '#rules/business-day.ts'

export interface RateFields extends Fields {
  from: string
  /** Millionths of the units per day. */
  dailyRate: string
  why: string
}
export const EMPTY_RATE: RateFields = { from: '', dailyRate: '', why: '' }

const wholeNumber = (text: string): number | string => {
  const digits = text.trim()
  return /^\d+$/.test(digits) ? Number(digits) : digits
}

/** The typed rate; null when there is none yet. */
export const typedRate = (text: string): number | null =>
  dailyRate.safeParse(wholeNumber(text)).data ?? null

/** The first possible day of a new rate: one that has not begun and is after every published rate. */
export function earliestDay(rates: readonly Pick<FundRate, 'from'>[], today: Day): Day {
  return addDays(
    rates.reduce((last, { from }) => (from > last ? from : last), today),
    1,
  )
}

/** The server checks which days are free. */
export const rateForm = arrangedSchema(proposeFundRate.body, (fields: RateFields) => ({
  ...fields,
  dailyRate: wholeNumber(fields.dailyRate),
}))
