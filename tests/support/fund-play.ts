/** Plays a fund script through the SQL functions as the commands do, and reads back everything that it left. */
import { z } from 'zod'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { FundAction } from '#support/fund-model.ts'
import { LIMITS } from '#support/fund-script.ts'

const refusal = z.looseObject({ code: z.literal('FT409'), message: z.string() })

async function underMutex<T>(
  db: Database,
  userId: bigint,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return await db.transaction(async (tx) => {
    await tx.query('select 1 from user_mutex where user_id = $1 for update', [userId])
    return await work(tx)
  })
}

export async function openDays(db: Database, userId: bigint, day: string): Promise<boolean> {
  const [row] = await underMutex(db, userId, (tx) =>
    tx.query<{ opened: boolean }>('select open_fund_days($1, $2) as opened', [userId, day]),
  )
  return row?.opened ?? false
}

/** The number of a user's nth document; the first one has 0. */
async function idOf(tx: Queryable, table: string, user: bigint, nth: number): Promise<bigint> {
  const sql = `select id from ${table} where user_id = $1 order by id offset $2 limit 1`
  const [row] = await tx.query<{ id: bigint }>(sql, [user, nth])
  if (row === undefined) throw new Error(`${table} has no ${nth}`)
  return row.id
}

async function send(tx: Queryable, userId: bigint, it: FundAction): Promise<void> {
  if ('nth' in it) {
    const table = it.kind === 'cancel_subscription' ? 'fund_lots' : 'fund_redemptions'
    // The one that is meant may be of a day that nobody has begun yet.
    await tx.query('select open_fund_days($1, $2)', [userId, it.day])
    const id = await idOf(tx, table, userId, it.nth)
    await tx.query(`select ${it.kind}($1, $2)`, [id, it.at])
    return
  }
  const { at, tradeDay, cutOffAt, settleDay, day } = it
  const common = {
    user_id: `${userId}`,
    amount: `${it.amount}`,
    created_at: at,
    trade_day: tradeDay,
  }
  if (it.kind === 'subscribe') {
    const lot = { ...common, cancellable_until: cutOffAt, confirm_day: settleDay }
    const values = [JSON.stringify(lot), LIMITS.subscriptions, LIMITS.holding]
    await tx.query('select open_subscription($1, $2, $3)', values)
    return
  }
  const instant = it.kind === 'instant'
  const redemption = {
    ...common,
    speed: it.kind,
    cancellable_until: instant ? null : cutOffAt,
    pay_day: instant ? day : settleDay,
  }
  const values = [JSON.stringify(redemption), LIMITS.redemptions, LIMITS.instant]
  await tx.query('select open_redemption($1, $2, $3)', values)
}

/** `done`, or the refusal's code. */
export async function perform(db: Database, userId: bigint, it: FundAction): Promise<string> {
  try {
    await underMutex(db, userId, (tx) => send(tx, userId, it))
    return 'done'
  } catch (error) {
    const refused = refusal.safeParse(error)
    if (!refused.success) throw error
    return refused.data.message
  }
}

const LOT = 'dense_rank() over (order by l.id)'
const REDEMPTION = 'dense_rank() over (order by r.id)'
/** Everything of a user, numbers of rows replaced by their order; `version` counts what was told, not what is held. */
const LEFT: Record<string, string> = {
  account: `select opened_through::text, carry, income, income_today, subscriptions, redemptions,
      instant, idle from fund_accounts where user_id = $1`,
  lots: `select ${LOT} as nth, kind, amount, remaining, status, created_at, trade_day::text,
      cancellable_until, confirm_day::text, confirmed_at, ended_at
    from fund_lots l where user_id = $1 order by id`,
  redemptions: `select ${REDEMPTION} as nth, amount, speed, status, created_at, trade_day::text,
      cancellable_until, pay_day::text, ended_at
    from fund_redemptions r where user_id = $1 order by id`,
  taken: `select ${REDEMPTION} as redemption, lot.nth as lot, t.amount
    from fund_redemption_lots t join fund_redemptions r on r.id = t.redemption_id
    join (select id, ${LOT} as nth from fund_lots l where user_id = $1) lot on lot.id = t.lot_id
    where r.user_id = $1 order by 1, 2`,
  accruals: `select day::text, share, daily_rate, carry_before, credited, carry_after
    from fund_accruals where user_id = $1 order by day`,
  balances: 'select kind, balance, version from accounts where user_id = $1 order by kind',
  entries: `with lot as (select id::text, ${LOT} as nth from fund_lots l where user_id = $1),
    redemption as (select id::text, ${REDEMPTION} as nth from fund_redemptions r where user_id = $1)
    select dense_rank() over (order by t.id) as nth, t.kind, case
        when t.kind = 'fund_redeem' then (select nth::text from redemption where id = t.ref)
        when t.kind in ('fund_subscribe', 'fund_cancel', 'fund_confirm')
          then (select nth::text from lot where id = t.ref)
        else replace(t.ref, $1::text, 'user') end as ref,
      case when a.user_id is null then a.id::text else a.kind end as account,
      e.amount, e.version, e.balance_after
    from transfers t join entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
    where t.user_id = $1 order by t.id, account`,
}

export async function everythingOf(
  db: Queryable,
  userId: bigint,
): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const [name, sql] of Object.entries(LEFT)) all[name] = await db.query(sql, [userId])
  return all
}
