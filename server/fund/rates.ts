/** The fund's rates: published once and before they begin, the same for everybody, and told to everybody at once. */
import { pageLimit } from '#contract/endpoint.ts'
import type { FundRate } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { rateOfRow } from '#server/fund/documents.ts'
import { CURVE_DAYS_AHEAD } from '#server/fund/limits.ts'
import { dayPageOf } from '#server/fund/lists.ts'
import * as store from '#server/fund/rate-store.ts'
import { changeHouse } from '#server/platform/user-transaction.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

/** What the topic's snapshot shows. */
const LATEST = 60

export interface RateParts {
  db: Database
  hub: Pick<SocketHub, 'addPublic' | 'broadcast' | 'deliver'>
  clock: Pick<MarketClock, 'now'>
  /** Whether the example curve is published as long as no operator publishes. */
  practice: boolean
}

export interface Rates {
  /** Published, newest first, those ahead included. */
  latest(): Promise<FundRate[]>
  page(before: Day | undefined): Promise<{ rates: FundRate[]; next: Day | null }>
  /** In practice mode, up to the days that the curve stands ahead; otherwise nothing. */
  publishCurve(): Promise<void>
}

/**
 * The newest so many were published by this transaction, whose lock on the table says that nothing has come after. What
 * it returns tells everybody of them, once they are committed.
 */
export async function tellNewest(
  tx: Queryable,
  many: number,
): Promise<(hub: Pick<SocketHub, 'broadcast'>) => void> {
  const rates = (await store.selectRates(tx, { before: null, limit: many }))
    .map(rateOfRow)
    .reverse()
  const before = (await store.countRates(tx)) - rates.length
  return (hub) => {
    for (const [i, rate] of rates.entries()) hub.broadcast('rates', before + 1 + i, rate)
  }
}

export function createRates(parts: RateParts): Rates {
  const { db, hub, clock, practice } = parts
  // Numbered by how many there are.
  hub.addPublic({
    name: 'rates',
    snapshot: (params) =>
      db.snapshot(async (tx) => {
        if (params.length > 0) return null
        const rows = await store.selectRates(tx, { before: null, limit: LATEST })
        return { seq: await store.countRates(tx), data: rows.map(rateOfRow) }
      }),
  })
  return {
    latest: async () =>
      (await store.selectRates(db, { before: null, limit: LATEST })).map(rateOfRow),
    page: async (before) => {
      const rows = await store.selectRates(db, { before: before ?? null, limit: pageLimit + 1 })
      const { items, next } = dayPageOf(rows, rateOfRow, ({ from }) => from)
      return { rates: items, next }
    },
    publishCurve: async () => {
      if (!practice) return
      await changeHouse(parts, async (tx) => {
        const atMs = clock.now()
        const ahead = Array.from({ length: CURVE_DAYS_AHEAD }, (_, i) => i + 1)
        const days = ahead.map((n) => addDays(dayOf(atMs), n))
        const made = await store.publishCurve(tx, { days, rates: days.map(exampleRate), atMs })
        const tell = await tellNewest(tx, made.length)
        return { value: undefined, events: [], told: () => tell(hub) }
      })
    },
  }
}
