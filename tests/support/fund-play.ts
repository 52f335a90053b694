/** Plays a fund script through the SQL functions as the commands do, and compares what it left with the model. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { day } from '#contract/scalars.ts'
import { dayStart } from '#rules/business-day.ts'
import { compareIncome, recomputeIncome } from '#rules/fund-income.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { laterBy } from '#support/fund-calendar-oracle.ts'
import type { FundAction } from '#support/fund-model.ts'
import { type FundScript, fundScript, LIMITS } from '#support/fund-script.ts'
import { addUser, faultsOf, grant } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { choicesOf } from '#support/settle-choices.ts'

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

async function openDays(db: Database, userId: bigint, day: string): Promise<boolean> {
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

async function send(tx: Queryable, userId: bigint, action: FundAction): Promise<void> {
  if ('nth' in action) {
    const table = action.kind === 'cancel_subscription' ? 'fund_lots' : 'fund_redemptions'
    // The one that is meant may be of a day that no one has begun yet.
    await tx.query('select open_fund_days($1, $2)', [userId, action.day])
    const id = await idOf(tx, table, userId, action.nth)
    await tx.query(`select ${action.kind}($1, $2)`, [id, action.at])
    return
  }
  const { at, tradeDay, cutOffAt, settleDay, day } = action
  const common = {
    user_id: `${userId}`,
    amount: `${action.amount}`,
    created_at: at,
    trade_day: tradeDay,
  }
  if (action.kind === 'subscribe') {
    const lot = { ...common, cancellable_until: cutOffAt, confirm_day: settleDay }
    const values = [JSON.stringify(lot), LIMITS.subscriptions, LIMITS.holding]
    await tx.query('select open_subscription($1, $2, $3)', values)
    return
  }
  const instant = action.kind === 'instant'
  const redemption = {
    ...common,
    speed: action.kind,
    cancellable_until: instant ? null : cutOffAt,
    pay_day: instant ? day : settleDay,
  }
  const values = [JSON.stringify(redemption), LIMITS.redemptions, LIMITS.instant]
  await tx.query('select open_redemption($1, $2, $3)', values)
}

/** `done`, or the refusal's code. */
async function perform(db: Database, userId: bigint, action: FundAction): Promise<string> {
  try {
    await underMutex(db, userId, (tx) => send(tx, userId, action))
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

async function everythingOf(db: Queryable, userId: bigint): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {}
  for (const [name, sql] of Object.entries(LEFT)) all[name] = await db.query(sql, [userId])
  return all
}

/** How the days of a user begin beside their own commands; `nth` counts the script's days. */
type Opening = (userId: bigint, day: string, nth: number) => Promise<unknown>

async function played(at: TestDatabase, script: FundScript, opening: Opening): Promise<bigint> {
  const userId = await addUser(at.db)
  for (const [nth, { day: today, granted, actions }] of script.days.entries()) {
    if (granted > 0n) await grant(at.owner, userId, granted, today)
    await opening(userId, today, nth)
    for (const { action, outcome } of actions) {
      const what = `${action.kind} at ${new Date(action.at).toISOString()}`
      expect([what, await perform(at.db, userId, action)]).toEqual([what, outcome])
    }
  }
  const last = script.days.at(-1)?.day ?? ''
  await openDays(at.db, userId, last)
  return userId
}

async function publish({ owner }: TestDatabase, rates: FundScript['rates']): Promise<void> {
  await owner.query(
    `insert into fund_rates select from_day, rate, at, 'practice-curve', 'practice-curve'
      from unnest($1::date[], $2::int[], $3::bigint[]) each (from_day, rate, at)`,
    [
      rates.map(({ from }) => from),
      rates.map(({ dailyRate }) => dailyRate),
      rates.map(({ from }) => dayStart(from) - 1),
    ],
  )
}

const moved = (at: TestDatabase, sql: string, userId: bigint) =>
  at.db.query<{ day: string; amount: bigint }>(sql, [userId])

/** As the browser does it: from the user's own documents and the published rates. */
async function recomputed(at: TestDatabase, userId: bigint, { rates, days }: FundScript) {
  const confirmed = await moved(
    at,
    `select confirm_day::text as day, amount from fund_lots
      where user_id = $1 and kind = 'transfer' and confirmed_at is not null`,
    userId,
  )
  const paid = await moved(
    at,
    `select pay_day::text as day, amount from fund_redemptions
      where user_id = $1 and status = 'paid'`,
    userId,
  )
  return recomputeIncome({
    confirmed,
    paid,
    rates,
    throughDay: laterBy(days.at(-1)?.day ?? '', -1),
  })
}

async function accrualsOf(at: TestDatabase, userId: bigint) {
  const rows = await at.db.query<{
    day: string
    share: bigint
    daily_rate: number
    carry_before: number
    credited: bigint
    carry_after: number
  }>('select *, day::text as day from fund_accruals where user_id = $1 order by 2', [userId])
  return rows.map((row) => ({
    day: day.parse(row.day),
    share: row.share,
    dailyRate: row.daily_rate,
    carryBefore: row.carry_before,
    credited: row.credited,
    carryAfter: row.carry_after,
  }))
}

/** What the model has of lots, withdrawals and balances, in the words of the tables. */
function held({ model }: FundScript): object {
  return {
    lots: model.lots.map(({ kind, amount, remaining, status, confirmDay }) => ({
      kind,
      amount,
      remaining,
      status,
      confirm_day: confirmDay,
    })),
    redemptions: model.redemptions.map(({ amount, status, payDay }) => ({
      amount,
      status,
      pay_day: payDay,
    })),
    balances: [
      { kind: 'cash', balance: model.cash },
      { kind: 'fund_confirmed', balance: model.confirmed },
      { kind: 'fund_pending', balance: model.pending },
    ],
  }
}
async function heldBy({ db }: TestDatabase, userId: bigint): Promise<object> {
  const of = (sql: string) => db.query(sql, [userId])
  return {
    lots: await of(
      `select kind, amount, remaining, status, confirm_day::text from fund_lots
        where user_id = $1 order by id`,
    ),
    redemptions: await of(
      `select amount, status, pay_day::text from fund_redemptions where user_id = $1 order by id`,
    ),
    balances: await of(
      `select kind, balance from accounts where user_id = $1
        and kind in ('cash', 'fund_confirmed', 'fund_pending') order by kind`,
    ),
  }
}

/** How often the late user's days begin after three days without any action. */
const missedThrice = ({ days }: FundScript): number =>
  days.filter((_, nth) => {
    const before = days.slice(Math.max(0, nth - 3), nth)
    return nth % 4 === 3 && before.every(({ actions }) => actions.length === 0)
  }).length

/** Scripts of so many days that catch up on three days at once and bring income on more than half of them. */
export const playableScripts = (dayCount: number): fc.Arbitrary<FundScript> =>
  fc
    .nat({ max: 2 ** 31 - 1 })
    .map((seed) => fundScript(dayCount, choicesOf(seed)))
    .filter((script) => missedThrice(script) > 0)
    .filter(({ model }) => model.accruals.length > dayCount / 2)

/** The whole script, in a database of its own. */
export async function play(script: FundScript): Promise<void> {
  const at = await testDatabase()
  try {
    await publish(at, script.rates)
    const begun: boolean[] = []
    const daily = await played(at, script, async (userId, today) => {
      begun.push(await openDays(at.db, userId, today))
    })
    const runThreeTimes = async (userId: bigint, today: string): Promise<number> => {
      const runs = await Promise.all([1, 2, 3].map(() => openDays(at.db, userId, today)))
      return runs.filter(Boolean).length
    }
    const [late, crowded] = await Promise.all([
      // Three missed days at once, unless a command came before.
      played(at, script, async (userId, today, nth) => {
        if (nth % 4 === 3) await openDays(at.db, userId, today)
      }),
      // Of three parallel runs one begins the day, and three more begin nothing.
      played(at, script, async (userId, today, nth) => {
        expect([today, await runThreeTimes(userId, today)]).toEqual([today, begun[nth] ? 1 : 0])
        expect(await runThreeTimes(userId, today)).toBe(0)
      }),
    ])
    expect(begun.filter(Boolean).length).toBeGreaterThan(script.days.length / 2)
    const everything = await everythingOf(at.db, daily)
    expect(await everythingOf(at.db, late)).toEqual(everything)
    expect(await everythingOf(at.db, crowded)).toEqual(everything)

    expect(await heldBy(at, daily)).toEqual(held(script))
    const accruals = await accrualsOf(at, daily)
    expect(accruals).toEqual(script.model.accruals)
    const total = accruals.reduce((sum, { credited }) => sum + credited, 0n)
    expect(compareIncome(await recomputed(at, daily, script), accruals)).toEqual({
      ok: true,
      days: accruals.length,
      total,
    })
    expect(await faultsOf(at.owner)).toEqual([])
  } finally {
    await at.close()
  }
}
