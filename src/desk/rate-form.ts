/** The form of a proposed rate: the fields, their meaning, the missing ones, and the request's body. */
import type { CallInput } from '#api/call.ts'
import { proposeFundRate } from '#contract/endpoints/desk.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import { DAILY_RATE_MAX, dailyRate, type FundRate } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays } from '#rules/business-day.ts'

export interface RateFields {
  from: string
  /** Millionths of the share per day. */
  dailyRate: string
  why: string
}
export type RateIssues = Partial<Record<keyof RateFields, FieldIssueCode>>
export const EMPTY_RATE: RateFields = { from: '', dailyRate: '', why: '' }

/** The typed rate; null when there is none yet. */
export function typedRate(text: string): number | null {
  const digits = text.trim()
  return /^\d+$/.test(digits) ? (dailyRate.safeParse(Number(digits)).data ?? null) : null
}

/** The first possible day of a new rate: one that has not begun and is after every published rate. */
export function earliestDay(rates: readonly Pick<FundRate, 'from'>[], today: Day): Day {
  return addDays(
    rates.reduce((last, { from }) => (from > last ? from : last), today),
    1,
  )
}

const WHY_MIN = 5

function issueOf(field: keyof RateFields, text: string): FieldIssueCode {
  if (text === '') return 'empty'
  if (field === 'from') return 'date'
  if (field === 'why') return text.length < WHY_MIN ? 'too_short' : 'too_long'
  return /^\d+$/.test(text) && BigInt(text) > BigInt(DAILY_RATE_MAX) ? 'too_large' : 'format'
}

/** The body, or the issues by field. The server checks which days are free. */
export function readRate(
  fields: RateFields,
):
  | { ok: true; body: CallInput<typeof proposeFundRate>['body'] }
  | { ok: false; issues: RateIssues } {
  const read = proposeFundRate.body.safeParse({
    from: fields.from,
    dailyRate: typedRate(fields.dailyRate),
    why: fields.why,
  })
  if (read.success) return { ok: true, body: read.data }
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]))
  const issues: RateIssues = {}
  for (const field of ['from', 'dailyRate', 'why'] as const) {
    if (wrong.has(field)) issues[field] = issueOf(field, fields[field].trim())
  }
  return { ok: false, issues }
}
