/**
 * A confirmation covers only the day that was shown: the server refuses a command that names another day than its own,
 * and the refusal contains the server's day.
 */
import type { ApiError } from '#api/api-error.ts'
import { type Day, day } from '#contract/scalars.ts'

/** The day that the server named; null when the refusal is about something else. */
export function dayFrom(error: ApiError | null): Day | null {
  if (error?.kind !== 'rejected' || error.code !== 'fund_day_changed') return null
  return day.safeParse(error.params['day']).data ?? null
}
