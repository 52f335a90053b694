/** Reads the statistics that the database computes. It cannot write them. */
import { z } from 'zod'
import { REVIEW_KINDS } from '#contract/statistics.ts'
import type { Queryable } from '#server/platform/db/database.ts'

const count = z.int().nonnegative()
const outcomes = z.object({ won: count, lost: count, draw: count, void: count })
const measured = z.object({
  outcomes,
  /** Figures stored by an earlier version have none. */
  refused: outcomes.default({ won: 0, lost: 0, draw: 0, void: 0 }),
  traders: count,
  losers: count,
  /** A clock that was set back may have made a duration negative. */
  reviews: z.array(
    z.object({ kind: z.enum(REVIEW_KINDS), decided: count, medianMs: z.int(), p90Ms: z.int() }),
  ),
})
/** The statistics as computed. */
export type Measured = z.infer<typeof measured>

const stored = z.object({
  at: z.bigint().transform(Number),
  figures: z.object({ recent: measured, all: measured }),
})

/** When to compute statistics. */
export interface Refresh {
  atMs: number
  /** Maximum age in ms. */
  periodMs: number
  /** The period of the recent figures in ms. */
  recentMs: number
}

/**
 * Adds the days that are over to the sums that the statistics are computed from. Each is a statement of its own, so
 * that none takes too long after days without a reader.
 */
export async function sumSettledDays(db: Queryable, atMs: number): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ added: boolean }>('select sum_settled_day($1) as added', [atMs])
    if (row?.added !== true) return
  }
}

/** Computes the statistics again if they are older than `periodMs`. They include all users, and nothing is withheld. */
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
