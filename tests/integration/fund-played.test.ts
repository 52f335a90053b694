import fc from 'fast-check'
import { expect, it } from 'vitest'
import { day } from '#contract/scalars.ts'
import { dayStart } from '#rules/business-day.ts'
import { compareIncome, recomputeIncome } from '#rules/fund-income.ts'
import { laterBy } from '#support/fund-calendar-oracle.ts'
import { everythingOf, openDays, perform } from '#support/fund-play.ts'
import { type FundScript, fundScript } from '#support/fund-script.ts'
import { addUser, faultsOf, grant } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { choicesOf } from '#support/settle-choices.ts'

const DAYS = 200
const PLAYS = 3
const OUTCOMES = [
  'subscribe done',
  'subscribe daily_count_reached',
  'subscribe fund_holding_limit',
  'subscribe available_too_low',
  'instant done',
  'instant daily_count_reached',
  'instant redeemable_too_low',
  'instant instant_limit_reached',
  'next_day done',
  'next_day daily_count_reached',
  'next_day redeemable_too_low',
  'cancel_subscription done',
  'cancel_subscription document_moved_on',
  'cancel_subscription cut_off_passed',
  'cancel_redemption done',
  'cancel_redemption document_moved_on',
  'cancel_redemption cut_off_passed',
]

/** How the days of a user begin beside their own commands; `nth` counts the script's days. */
type Opening = (userId: bigint, day: string, nth: number) => Promise<unknown>

async function played(at: TestDatabase, script: FundScript, opening: Opening): Promise<bigint> {
  const userId = await addUser(at.db)
  for (const [nth, { day: today, granted, actions }] of script.days.entries()) {
    if (granted > 0n) await grant(at.db, userId, granted, today)
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

const counts = new Map<string, number>()
const count = ({ days }: FundScript): void => {
  for (const { action, outcome } of days.flatMap(({ actions }) => actions)) {
    const name = `${action.kind} ${outcome}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
}

/** How often the late user's days begin after three days without any action. */
const missedThrice = ({ days }: FundScript): number =>
  days.filter((_, nth) => {
    const before = days.slice(Math.max(0, nth - 3), nth)
    return nth % 4 === 3 && before.every(({ actions }) => actions.length === 0)
  }).length

/** The whole of what a seed says, in a database of its own. */
async function play(seed: number): Promise<void> {
  const at = await testDatabase()
  try {
    const script = fundScript(DAYS, choicesOf(seed))
    count(script)
    await publish(at, script.rates)
    expect(missedThrice(script)).toBeGreaterThan(0)
    const begun: boolean[] = []
    const daily = await played(at, script, async (userId, today) => {
      begun.push(await openDays(at.db, userId, today))
    })
    const thrice = async (userId: bigint, today: string): Promise<number> => {
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
        expect([today, await thrice(userId, today)]).toEqual([today, begun[nth] ? 1 : 0])
        expect(await thrice(userId, today)).toBe(0)
      }),
    ])
    expect(begun.filter(Boolean).length).toBeGreaterThan(DAYS / 2)
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
    expect(accruals.length).toBeGreaterThan(DAYS / 2)
    expect(await faultsOf(at.owner)).toEqual([])
  } finally {
    await at.close()
  }
}

it('leaves what the rules say, whether days begin daily, late or thrice at once', async () => {
  await fc.assert(fc.asyncProperty(fc.nat({ max: 2 ** 31 - 1 }), play), {
    numRuns: PLAYS,
    endOnFailure: true,
  })
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  console.info(OUTCOMES.map((name) => `${name} ${counts.get(name) ?? 0} of ${total}`).join('\n'))
  expect(OUTCOMES.filter((name) => (counts.get(name) ?? 0) < total * 0.005)).toEqual([])
}, 180_000)
