/** The platform's public statistics. They are computed from time to time, and figures about few users are withheld. */
import { DAY_MS } from '#contract/time.ts'
import { timeMs } from '#contract/scalars.ts'
import {
  type Figures,
  type OrderOutcomes,
  REVIEW_KINDS,
  type ReviewTimes,
  STATISTICS_MINIMUM,
  STATISTICS_PERIOD_MS,
  STATISTICS_RECENT_DAYS,
  type Statistics,
} from '#contract/statistics.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import {
  type Measured,
  refreshStatistics,
  sumSettledDays,
} from '#server/statistics/statistics-store.ts'

/** The rest after a computation is at least this many times its duration. */
const REST_FACTOR = 20

export interface StatisticsParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  log: Pick<Logger, 'warn'>
}

const enough = (count: number): boolean => count >= STATISTICS_MINIMUM

function timesOf(kind: ReviewTimes['kind'], { reviews }: Measured): ReviewTimes {
  const found = reviews.find((row) => row.kind === kind)
  if (found === undefined) return { kind, decided: 0, times: null }
  const { decided, medianMs, p90Ms } = found
  const times = { medianMs: Math.max(0, medianMs), p90Ms: Math.max(0, p90Ms) }
  return { kind, decided, times: enough(decided) ? times : null }
}

const sumOf = ({ won, lost, draw, void: voided }: OrderOutcomes): number =>
  won + lost + draw + voided

/** Removes figures about too few users. */
function shown(measured: Measured): Figures {
  const { outcomes, traders, losers } = measured
  const settled = sumOf(outcomes)
  const refused = sumOf(measured.refused)
  return {
    settled,
    outcomes: enough(settled) ? outcomes : null,
    refused,
    refusedOutcomes: enough(refused) ? measured.refused : null,
    traders,
    losers: enough(traders) ? losers : null,
    reviews: REVIEW_KINDS.map((kind) => timesOf(kind, measured)),
  }
}

/**
 * Creates the function that reads the newest statistics. If they cannot be computed, it returns older ones with their
 * time.
 */
export function createStatistics({ db, clock, log }: StatisticsParts): () => Promise<Statistics> {
  let last: Statistics | null = null
  let running: Promise<Statistics> | null = null
  let restUntil = 0

  const workOut = async (): Promise<Statistics> => {
    const from = clock.now()
    await sumSettledDays(db, from)
    const { at, figures } = await refreshStatistics(db, {
      atMs: from,
      periodMs: STATISTICS_PERIOD_MS,
      recentMs: STATISTICS_RECENT_DAYS * DAY_MS,
    })
    const now = clock.now()
    restUntil = Math.max(at + STATISTICS_PERIOD_MS, now + (now - from) * REST_FACTOR)
    last = { at: timeMs.parse(at), recent: shown(figures.recent), all: shown(figures.all) }
    return last
  }
  return async () => {
    if (last !== null && clock.now() < restUntil) return last
    // Concurrent callers wait for the same computation.
    running ??= workOut().finally(() => {
      running = null
    })
    try {
      return await running
    } catch (error) {
      if (last === null) throw error
      log.warn({ err: error }, 'the statistics could not be worked out anew')
      return last
    }
  }
}
