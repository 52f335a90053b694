/** Everything that the database has of one user's fund, without the ids of its rows. */
import type { Queryable } from '#server/platform/db/database.ts'

interface Account {
  cash: bigint
  pending: bigint
  confirmed: bigint
  opened: string
  version: bigint
  carry: number
  income: bigint
  income_today: bigint
  subscriptions: number
  redemptions_today: number
  instant: bigint
}
interface Lot {
  kind: string
  amount: bigint
  remaining: bigint
  status: string
  confirm_day: string
  confirmed_at: bigint | null
  ended_at: bigint | null
}
interface Redemption {
  amount: bigint
  speed: string
  status: string
  pay_day: string
  ended_at: bigint | null
}
interface Accrual {
  day: string
  share: bigint
  daily_rate: number
  credited: bigint
  carry_after: number
}
export interface FundRecords extends Account {
  lots: Lot[]
  redemptions: Redemption[]
  accruals: Accrual[]
  /** What each redemption took from which lot, in their order. */
  taken: { redemption: bigint; lot: bigint; amount: bigint }[]
}

/** Of a user who has used the fund; lots and redemptions oldest first. */
export async function fundRecords(db: Queryable, userId: bigint): Promise<FundRecords> {
  const of = [userId]
  const [row] = await db.query<Account>(
    `select cash.balance as cash, pending.balance as pending, confirmed.balance as confirmed,
      opened_through::text as opened, f.version, carry, income, income_today, subscriptions,
      redemptions as redemptions_today, instant
      from fund_accounts f
      join accounts cash on cash.id = user_account(f.user_id, 'cash')
      join accounts pending on pending.id = user_account(f.user_id, 'fund_pending')
      join accounts confirmed on confirmed.id = user_account(f.user_id, 'fund_confirmed')
      where f.user_id = $1`,
    of,
  )
  if (row === undefined) throw new Error(`user ${userId} has no fund`)
  const lots = await db.query<Lot>(
    `select kind, amount, remaining, status, confirm_day::text, confirmed_at, ended_at
      from fund_lots where user_id = $1 order by id`,
    of,
  )
  const redemptions = await db.query<Redemption>(
    `select amount, speed, status, pay_day::text, ended_at
      from fund_redemptions where user_id = $1 order by id`,
    of,
  )
  const accruals = await db.query<Accrual>(
    `select day::text, share, daily_rate, credited, carry_after
      from fund_accruals where user_id = $1 order by day`,
    of,
  )
  const taken = await db.query<FundRecords['taken'][number]>(
    `select r.n as redemption, l.n as lot, t.amount from fund_redemption_lots t
      join (select id, row_number() over (order by id) as n from fund_redemptions
        where user_id = $1) r on r.id = t.redemption_id
      join (select id, row_number() over (order by id) as n from fund_lots
        where user_id = $1) l on l.id = t.lot_id
      order by 1, 2`,
    of,
  )
  return { ...row, lots, redemptions, accruals, taken }
}
