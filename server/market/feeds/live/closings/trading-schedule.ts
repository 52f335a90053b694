/**
 * The schedule of commodities that Binance publishes without a key (`GET /fapi/v1/tradingSchedule`): the sessions of
 * about a week, of the types REGULAR and NO_TRADING. It has the holidays of the markets behind the contracts.
 */
import { WEEK_MS } from '#contract/time.ts'
import { z } from 'zod'
import { joinSpans, type PublishedClosings, type Span } from '#rules/closings.ts'

/** A schedule that begins earlier or ends later than so far from now is none of about a week. */
const MAX_DISTANCE_MS = 3 * WEEK_MS

const session = z
  .object({ startTime: z.int(), endTime: z.int(), type: z.string().max(40) })
  .refine(({ startTime, endTime }) => startTime < endTime)
const answer = z.object({
  marketSchedules: z.object({
    COMMODITY: z.object({ sessions: z.array(session).min(1).max(1_000) }),
  }),
})

/** Reads the answer. A type that is not documented counts as closed. Throws if it is not as documented. */
export function readSchedule(text: string, nowMs: number): Omit<PublishedClosings, 'source'> {
  const { sessions } = answer.parse(JSON.parse(text)).marketSchedules.COMMODITY
  const spanOf = ({ startTime, endTime }: z.infer<typeof session>): Span => [startTime, endTime]
  const covers = joinSpans(sessions.map(spanOf))
  const isFar = (timeMs: number): boolean => Math.abs(timeMs - nowMs) > MAX_DISTANCE_MS
  if (covers.some((span) => span.some(isFar))) throw new Error('the schedule is of another time')
  const closed = joinSpans(sessions.filter(({ type }) => type !== 'REGULAR').map(spanOf))
  return { readAt: nowMs, covers, closed }
}
