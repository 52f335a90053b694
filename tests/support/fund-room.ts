/** The fund straight through its SQL functions, at any moment: transfers, withdrawals, days, rates. */
import { DAY_MS } from '#contract/time.ts'
import { addDays, dayOf } from '#rules/business-day.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { seated, seatOperator } from '#support/seats.ts'

/** Far above what these tests do: limits are tried where the commands are. */
const PLENTY = 1_000_000_000_000n
const OPERATORS = ['operator-one', 'operator-two', 'operator-three'] as const

async function idOf(db: Queryable, sql: string, values: readonly unknown[]): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql, values)
  if (row === undefined) throw new Error('the fund made nothing')
  return row.id
}

export interface RawTransfer {
  userId: bigint
  amount: bigint
  at: number
  /** So many of them; the last one's id is returned. */
  times?: number
}
export function subscribeRaw(db: Queryable, transfer: RawTransfer): Promise<bigint> {
  const { tradeDay, cutOffAt, settleDay } = fundDates(transfer.at)
  const row = {
    user_id: `${transfer.userId}`,
    amount: `${transfer.amount}`,
    created_at: transfer.at,
    trade_day: tradeDay,
    cancellable_until: cutOffAt,
    confirm_day: settleDay,
  }
  return idOf(
    db,
    `select max(made.id) as id from generate_series(1, $2::int) n,
      lateral (select id from open_subscription(
        $1::jsonb || jsonb_build_object('created_at', $4::bigint + n), 1000, $3)) made`,
    [JSON.stringify(row), transfer.times ?? 1, PLENTY, transfer.at],
  )
}

export function redeemRaw(
  db: Queryable,
  transfer: RawTransfer & { speed: 'instant' | 'next_day' },
): Promise<bigint> {
  const { tradeDay, cutOffAt, settleDay } = fundDates(transfer.at)
  const instant = transfer.speed === 'instant'
  const row = {
    user_id: `${transfer.userId}`,
    amount: `${transfer.amount}`,
    speed: transfer.speed,
    trade_day: tradeDay,
    cancellable_until: instant ? null : cutOffAt,
    pay_day: instant ? dayOf(transfer.at) : settleDay,
  }
  return idOf(
    db,
    `select max(made.id) as id from generate_series(1, $2::int) n,
      lateral (select id from open_redemption(
        $1::jsonb || jsonb_build_object('created_at', $4::bigint + n), 1000, $3)) made`,
    [JSON.stringify(row), transfer.times ?? 1, PLENTY, transfer.at],
  )
}

/** Whether it began a day. */
export async function openDaysRaw(db: Queryable, userId: bigint, day: string): Promise<boolean> {
  const sql = 'select open_fund_days($1, $2) as opened'
  const [row] = await db.query<{ opened: boolean }>(sql, [userId, day])
  return row?.opened ?? false
}

/**
 * Shares that are confirmed on the day of `at`. `ago`: days that they were transferred in before; the usual nine
 * suffice whatever weekends and holidays lie between.
 */
export async function addShares(
  db: Queryable,
  rawTransfer: RawTransfer & { ago?: number },
): Promise<bigint> {
  const { ago = 9, ...transfer } = rawTransfer
  const lot = await subscribeRaw(db, { ...transfer, at: rawTransfer.at - ago * DAY_MS })
  await openDaysRaw(db, rawTransfer.userId, dayOf(rawTransfer.at))
  return lot
}

export interface RawRate {
  from: string
  dailyRate: number
  at: number
  /** By the first operator where nothing is said. */
  by?: string
}
/** As the owner of the tables, who makes the operators first. */
export async function proposeRaw(owner: Queryable, rate: RawRate): Promise<bigint> {
  const { by = OPERATORS[0] } = rate
  for (const name of new Set([...OPERATORS, by])) await seatOperator(owner, name, rate.at)
  const { name, secret } = seated(by)
  return idOf(owner, 'select id from propose_fund_rate($1, $2, $3, $4, $5, $6, $7, $7)', [
    rate.from,
    rate.dailyRate,
    'a test',
    name,
    secret,
    rate.at,
    1_000_000,
  ])
}
export function publishRaw(
  db: Queryable,
  decision: { id: bigint; at: number; by?: string },
): Promise<bigint> {
  const { name, secret } = seated(decision.by ?? OPERATORS[1])
  return idOf(db, 'select id from publish_fund_rate($1, $2, $3, $4)', [
    decision.id,
    name,
    secret,
    decision.at,
  ])
}

/** A rate for the day after `at` and all that follow. */
export async function addRate(owner: Queryable, dailyRate: number, at: number): Promise<void> {
  const id = await proposeRaw(owner, { from: addDays(dayOf(at), 1), dailyRate, at })
  await publishRaw(owner, { id, at })
}
