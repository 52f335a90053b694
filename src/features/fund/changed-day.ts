/** What was shown binds: a command that names another day than the server's is refused, and names the server's. */
import type { ApiError } from '#lib/api-error.ts'
import { type Day, day } from '#contract/scalars.ts'

/** The day that the server has named; null: the refusal is about something else. */
export function dayFrom(error: ApiError | null): Day | null {
  if (error?.kind !== 'rejected' || error.code !== 'fund_day_changed') return null
  return day.safeParse(error.params['day']).data ?? null
}
