/** Reads the figures that the database works out; nothing here can write one. */
import { z } from 'zod'
import { REVIEW_KINDS } from '#contract/statistics.ts'
import type { Queryable } from '#server/platform/db/database.ts'

const count = z.int().nonnegative()
const measured = z.object({
  outcomes: z.object({ won: count, lost: count, draw: count, void: count }),
  traders: count,
  losers: count,
  /** A clock that went back may have made a time negative. */
  reviews: z.array(
    z.object({ kind: z.enum(REVIEW_KINDS), decided: count, medianMs: z.int(), p90Ms: z.int() }),
  ),
})
export type Measured = z.infer<typeof measured>

const stored = z.object({
  at: z.bigint().transform(Number),
  figures: z.object({ recent: measured, all: measured }),
})

export interface Refresh {
  atMs: number
  /** How old they may be. */
  periodMs: number
  /** What the recent ones span. */
  recentMs: number
}

/** Works them out anew where they are older than `periodMs`; everything counted, nothing withheld. */
export async function refreshStatistics(
  db: Queryable,
  { atMs, periodMs, recentMs }: Refresh,
): Promise<z.infer<typeof stored>> {
  const [row] = await db.query('select at, figures from refresh_statistics($1, $2, $3)', [
    atMs,
    periodMs,
    recentMs,
  ])
  return stored.parse(row)
}
