/** Queries of the fund: lots, redemptions, income by day, and the statement that recomputes it. */
import { pageLimit } from '#contract/endpoint.ts'
import type { FundAccrual, FundLot, FundStatement } from '#contract/fund.ts'
import { type Day, day, fundLotId, redemptionId } from '#contract/scalars.ts'
import { addDays } from '#rules/business-day.ts'
import { beforeId, PAGE_ROWS, pageOf } from '#server/platform/db/pages.ts'
import { accrualOfRow, lotOfRow, rateOfRow, redemptionOfRow } from '#server/fund/documents.ts'
import * as store from '#server/fund/fund-store.ts'
import { selectRatesFor } from '#server/fund/rate-store.ts'
import type { Database } from '#server/platform/db/database.ts'

/** As `pageOf`, for lists with one item per day. */
export function dayPageOf<Row, Item>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
  dayOfItem: (item: Item) => Day,
): { items: Item[]; next: Day | null } {
  const items = rows.slice(0, pageLimit).map(itemOf)
  const last = items.at(-1)
  const more = rows.length > pageLimit && last !== undefined
  return { items, next: more ? dayOfItem(last) : null }
}

interface LotQuery {
  kind?: FundLot['kind'] | undefined
  before?: string | undefined
}

/** A page of a user's lots, newest first. */
export async function listLots(db: Database, userId: bigint, { kind, before }: LotQuery) {
  const page = { kind: kind ?? null, before: beforeId(before), limit: PAGE_ROWS }
  const { items, next } = pageOf(await store.selectLots(db, userId, page), lotOfRow)
  return { lots: items, next }
}

/** A page of a user's redemptions, newest first. */
export async function listRedemptions(db: Database, userId: bigint, before: string | undefined) {
  const page = { before: beforeId(before), limit: PAGE_ROWS }
  const rows = await store.selectRedemptions(db, userId, page)
  const { items, next } = pageOf(rows, redemptionOfRow)
  return { redemptions: items, next }
}

/** A page of a user's income by day, newest first. */
export async function listAccruals(db: Database, userId: bigint, before: string | undefined) {
  const rows = await store.selectAccruals(db, userId, { before: before ?? null, limit: PAGE_ROWS })
  const { items, next } = dayPageOf(rows, accrualOfRow, (accrual: FundAccrual) => accrual.day)
  return { accruals: items, next }
}

/** The statement of a user, read in one snapshot. */
export const readStatement = (db: Database, userId: bigint): Promise<FundStatement> =>
  db.snapshot(async (tx) => {
    const { opened_through } = await store.selectFund(tx, userId)
    const through = opened_through === null ? null : addDays(opened_through, -1)
    const confirmed = await store.selectConfirmed(tx, userId)
    const paid = await store.selectPaid(tx, userId)
    const accruals = await store.selectAccruals(tx, userId, { before: null, limit: null })
    const first = confirmed[0]?.day
    const known = first !== undefined && through !== null
    const rates = known ? await selectRatesFor(tx, { first, through }) : []
    return {
      accruedThrough: through,
      confirmed: confirmed.map((row) => ({
        id: fundLotId.parse(row.id.toString()),
        day: day.parse(row.day),
        amount: row.amount,
      })),
      paid: paid.map((row) => ({
        id: redemptionId.parse(row.id.toString()),
        day: day.parse(row.day),
        amount: row.amount,
      })),
      rates: rates.map(rateOfRow),
      accruals: accruals.map(accrualOfRow).reverse(),
    }
  })
