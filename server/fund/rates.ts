/**
 * The fund's rates. They are the same for all users, published once before they take effect, and sent to all pages at
 * once.
 */
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

/** The number of rates in the topic's snapshot. */
const LATEST = 60

export interface RateParts {
  db: Database
  hub: Pick<SocketHub, 'addPublic' | 'broadcast' | 'deliver'>
  clock: Pick<MarketClock, 'now'>
  /** Whether the example curve is published while no operator publishes rates. */
  practice: boolean
}

/** The rates of the fund. */
export interface Rates {
  /** Published rates, newest first, including future ones. */
  latest(): Promise<FundRate[]>
  page(before: Day | undefined): Promise<{ rates: FundRate[]; next: Day | null }>
  /** In practice mode, publishes the missing days of the curve. Otherwise does nothing. */
  publishCurve(): Promise<void>
}

/**
 * Prepares to publish the newest rates, which this transaction inserted. Its lock on the table ensures that no others
 * followed. The returned function sends them to all pages; call it after the commit.
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

/** Creates the rates and their topic. */
export function createRates(parts: RateParts): Rates {
  const { db, hub, clock, practice } = parts
  // The sequence number is the number of rates.
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
