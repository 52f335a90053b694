/** A week in the fund, written by its own functions: a transfer confirmed, one cancelled, income, both withdrawals. */
import { HOUR_MS } from '#contract/time.ts'
import type { Database } from '#server/platform/db/database.ts'
import { fundDates } from '#rules/fund-calendar.ts'
import { dayOf, dayStart } from '#rules/business-day.ts'

/** A Monday; the week's withdrawals are of Thursday and are over on Friday. */
const FUND_MONDAY = '2024-03-04'
const MONDAY_MS = dayStart(FUND_MONDAY)
const THURSDAY_MS = MONDAY_MS + 72 * HOUR_MS

/** Rates are for everyone: once a database. 50 millionths a day from Friday before on. */
export async function publishFundRate(owner: Database): Promise<void> {
  await owner.query(
    "insert into fund_rates values ('2024-03-01', 50, 0, 'practice-curve', 'practice-curve')",
  )
}

interface Ids {
  lot: bigint
  cancelled: bigint
  instant: bigint
  nextDay: bigint
}

/** Takes 20,000.00 in, and 30.00 out; the user needs 20,100.00. */
export async function addFundWeek(owner: Database, userId: bigint): Promise<Ids> {
  const one = async (sql: string, ...values: unknown[]): Promise<bigint> => {
    const [row] = await owner.query<{ id: bigint }>(sql, values)
    if (row === undefined) throw new Error(sql)
    return row.id
  }
  const dated = (amount: number, at: number): object => {
    const { tradeDay, cutOffAt } = fundDates(at)
    return {
      user_id: `${userId}`,
      amount,
      created_at: at,
      trade_day: tradeDay,
      cancellable_until: cutOffAt,
    }
  }
  const transferIn = (amount: number, at: number): Promise<bigint> =>
    one(
      'select id from open_subscription($1, 10, 100000000)',
      JSON.stringify({ ...dated(amount, at), confirm_day: fundDates(at).settleDay }),
    )
  const withdraw = (amount: number, rest: object): Promise<bigint> =>
    one(
      'select id from open_redemption($1, 5, 1000000)',
      JSON.stringify({ ...dated(amount, THURSDAY_MS + HOUR_MS), ...rest }),
    )
  const lot = await transferIn(2_000_000, MONDAY_MS + HOUR_MS)
  const cancelled = await transferIn(10_000, MONDAY_MS + 2 * HOUR_MS)
  await one('select id from cancel_subscription($1, $2)', cancelled, MONDAY_MS + 3 * HOUR_MS)
  await owner.query('select open_fund_days($1, $2)', [userId, dayOf(THURSDAY_MS)])
  const instant = await withdraw(1_000, {
    speed: 'instant',
    pay_day: dayOf(THURSDAY_MS),
    cancellable_until: null,
  })
  const nextDay = await withdraw(2_000, {
    speed: 'next_day',
    pay_day: fundDates(THURSDAY_MS + HOUR_MS).settleDay,
  })
  await owner.query('select open_fund_days($1, $2)', [userId, dayOf(THURSDAY_MS + 24 * HOUR_MS)])
  return { lot, cancelled, instant, nextDay }
}
