/**
 * The SQL of lots, redemptions and accruals. Dates are sent as text, because the driver would convert them to the local
 * time zone.
 */
import type { AccrualRow, LotRow, RedemptionRow } from '#server/fund/documents.ts'
import type { Queryable } from '#server/platform/db/database.ts'

const LOT = `id, user_id, kind, amount, remaining, status, created_at, trade_day::text,
  cancellable_until, confirm_day::text, confirmed_at, ended_at`
const REDEMPTION = `id, user_id, amount, speed, status, created_at, trade_day::text,
  cancellable_until, pay_day::text, ended_at`
const ACCRUAL = 'day::text, share, daily_rate, carry_before, credited, carry_after'

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('the fund moved without a row')
  return row
}

/** A user's state in the fund: zeros and no day if the user has never used it. */
export interface FundRow {
  opened_through: string | null
  version: bigint
  carry: number
  income: bigint
  income_today: bigint
  subscriptions: number
  redemptions: number
  instant: bigint
  pending: bigint
  confirmed: bigint
}

/** Reads a user's state in the fund. */
export async function selectFund(db: Queryable, userId: bigint): Promise<FundRow> {
  const rows = await db.query<FundRow>(
    `select f.opened_through::text, coalesce(f.version, 0) as version, coalesce(f.carry, 0) as carry,
        coalesce(f.income, 0) as income, coalesce(f.income_today, 0) as income_today,
        coalesce(f.subscriptions, 0) as subscriptions, coalesce(f.redemptions, 0) as redemptions,
        coalesce(f.instant, 0) as instant, pending.balance as pending,
        confirmed.balance as confirmed
      from accounts pending
      join accounts confirmed on confirmed.id = user_account($1, 'fund_confirmed')
      left join fund_accounts f on f.user_id = $1
      where pending.id = user_account($1, 'fund_pending')`,
    [userId],
  )
  return one(rows)
}

/** A user's unconfirmed lots, oldest first. */
export const selectPendingLots = (db: Queryable, userId: bigint): Promise<LotRow[]> =>
  db.query<LotRow>(
    `select ${LOT} from fund_lots where user_id = $1 and status = 'pending' order by id`,
    [userId],
  )

/** A user's unpaid redemptions, oldest first. */
export const selectRequested = (db: Queryable, userId: bigint): Promise<RedemptionRow[]> =>
  db.query<RedemptionRow>(
    `select ${REDEMPTION} from fund_redemptions
      where user_id = $1 and status = 'requested' order by id`,
    [userId],
  )

/** Starts a user's days up to today. The caller holds the user's mutex. Returns whether anything changed. */
export async function openDays(tx: Queryable, userId: bigint, today: string): Promise<boolean> {
  const rows = await tx.query<{ opened: boolean }>('select open_fund_days($1, $2) as opened', [
    userId,
    today,
  ])
  return one(rows).opened
}

/** A lot to insert. */
export interface NewLot {
  userId: bigint
  amount: bigint
  atMs: number
  tradeDay: string
  cancellableUntil: number
  confirmDay: string
  daily: number
  holdingMaximum: bigint
}
/** Inserts a lot. The caller holds the user's mutex. Throws FT409 if the balance or the limits refuse it. */
export async function insertLot(tx: Queryable, lot: NewLot): Promise<LotRow> {
  // Encodes bigint as text, which `jsonb_populate_record` reads exactly.
  const row = {
    user_id: lot.userId.toString(),
    amount: lot.amount.toString(),
    created_at: lot.atMs,
    trade_day: lot.tradeDay,
    cancellable_until: lot.cancellableUntil,
    confirm_day: lot.confirmDay,
  }
  const rows = await tx.query<LotRow>(`select ${LOT} from open_subscription($1, $2, $3)`, [
    JSON.stringify(row),
    lot.daily,
    lot.holdingMaximum,
  ])
  return one(rows)
}

/** A redemption to insert. */
export interface NewRedemption {
  userId: bigint
  amount: bigint
  speed: 'instant' | 'next_day'
  atMs: number
  tradeDay: string
  cancellableUntil: number | null
  payDay: string
  daily: number
  instantMaximum: bigint
}
/** Inserts a redemption. The caller holds the user's mutex. Throws FT409 if the share or the limits refuse it. */
export async function insertRedemption(
  tx: Queryable,
  redemption: NewRedemption,
): Promise<RedemptionRow> {
  const row = {
    user_id: redemption.userId.toString(),
    amount: redemption.amount.toString(),
    speed: redemption.speed,
    created_at: redemption.atMs,
    trade_day: redemption.tradeDay,
    cancellable_until: redemption.cancellableUntil,
    pay_day: redemption.payDay,
  }
  const rows = await tx.query<RedemptionRow>(
    `select ${REDEMPTION} from open_redemption($1, $2, $3)`,
    [JSON.stringify(row), redemption.daily, redemption.instantMaximum],
  )
  return one(rows)
}

/** Cancels a lot. The caller holds the mutex of its user. Throws FT409 after the cut-off. */
export const cancelLot = async (tx: Queryable, id: bigint, atMs: number): Promise<LotRow> =>
  one(await tx.query<LotRow>(`select ${LOT} from cancel_subscription($1, $2)`, [id, atMs]))

/** Cancels a redemption. The caller holds the mutex of its user. Throws FT409 after the cut-off. */
export const cancelRequested = async (
  tx: Queryable,
  id: bigint,
  atMs: number,
): Promise<RedemptionRow> =>
  one(
    await tx.query<RedemptionRow>(`select ${REDEMPTION} from cancel_redemption($1, $2)`, [
      id,
      atMs,
    ]),
  )

async function ownerIn(
  db: Queryable,
  table: 'fund_lots' | 'fund_redemptions',
  id: bigint,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ user_id: bigint }>(`select user_id from ${table} where id = $1`, [
    id,
  ])
  return row?.user_id
}
/** The user who owns a lot. */
export const lotOwner = (db: Queryable, id: bigint) => ownerIn(db, 'fund_lots', id)
/** The user who owns a redemption. */
export const redemptionOwner = (db: Queryable, id: bigint) => ownerIn(db, 'fund_redemptions', id)

export interface LotPage {
  /** Null for both kinds. */
  kind: string | null
  before: bigint
  limit: number
}
/** A user's lots, newest first. */
export const selectLots = (db: Queryable, userId: bigint, page: LotPage): Promise<LotRow[]> =>
  db.query<LotRow>(
    `select ${LOT} from fund_lots
      where user_id = $1 and id < $2 and ($3::text is null or kind = $3) order by id desc limit $4`,
    [userId, page.before, page.kind, page.limit],
  )

/** A user's redemptions, newest first. */
export const selectRedemptions = (
  db: Queryable,
  userId: bigint,
  page: Omit<LotPage, 'kind'>,
): Promise<RedemptionRow[]> =>
  db.query<RedemptionRow>(
    `select ${REDEMPTION} from fund_redemptions
      where user_id = $1 and id < $2 order by id desc limit $3`,
    [userId, page.before, page.limit],
  )

/** A user's income by day, newest first. `before` null: starts with the newest. */
export const selectAccruals = (
  db: Queryable,
  userId: bigint,
  page: { before: string | null; limit: number | null },
): Promise<AccrualRow[]> =>
  db.query<AccrualRow>(
    `select ${ACCRUAL} from fund_accruals
      where user_id = $1 and ($2::date is null or day < $2) order by day desc limit $3`,
    [userId, page.before, page.limit],
  )

/** A document in a statement, and the day on which it changed the share. */
export interface MovementRow {
  id: bigint
  day: string
  amount: bigint
}
/** Confirmed transfers in, oldest first. */
export const selectConfirmed = (db: Queryable, userId: bigint): Promise<MovementRow[]> =>
  db.query<MovementRow>(
    `select id, confirm_day::text as day, amount from fund_lots
      where user_id = $1 and kind = 'transfer' and confirmed_at is not null
      order by confirm_day, id`,
    [userId],
  )

/** Paid redemptions, oldest first. */
export const selectPaid = (db: Queryable, userId: bigint): Promise<MovementRow[]> =>
  db.query<MovementRow>(
    `select id, pay_day::text as day, amount from fund_redemptions
      where user_id = $1 and status = 'paid' order by pay_day, id`,
    [userId],
  )

/** A user whose days are due, with the place in the order of processing. */
export interface DueRow {
  user_id: bigint
  opened_through: string
}
/** Users whose days are due, in order, after a place in that order. Empty while the ledger is halted or
 * a rate is frozen; frozen users are left out. */
export const selectDue = (
  db: Queryable,
  page: { today: string; after: DueRow | null; limit: number },
): Promise<DueRow[]> =>
  db.query<DueRow>(
    `select user_id, opened_through::text from fund_accounts f
      where not idle and opened_through < $1
        and ($2::date is null or (f.opened_through, user_id) > ($2, $3))
        and not exists (select 1 from ledger_halts where lifted_at is null)
        and not exists (select 1 from frozen z where z.ended_at is null
          and (z.scope = 'fund_rate' or z.scope = 'user' and z.subject = f.user_id))
      order by f.opened_through, user_id limit $4`,
    [page.today, page.after?.opened_through ?? null, page.after?.user_id ?? null, page.limit],
  )
