/** All that the fund and the ledger have in a database, as one text: what two ways there must agree on. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A lot's place among its user's: whose income comes first of a night is chance. */
const NTH =
  'select id as lot_id, row_number() over (partition by user_id order by id) as nth from fund_lots'

/** Without when a row was written, and how often an account was looked at. */
const TABLES = [
  `select user_id, opened_through::text, carry, income, income_today, subscriptions, redemptions,
    instant, idle from fund_accounts order by 1`,
  `select user_id, nth, kind, amount, remaining, status, created_at, trade_day::text,
    cancellable_until, confirm_day::text, confirmed_at, ended_at
    from fund_lots join (${NTH}) n on lot_id = id order by 1, 2`,
  `select id, user_id, amount, speed, status, created_at, trade_day::text, cancellable_until,
    pay_day::text, ended_at from fund_redemptions order by 1`,
  `select redemption_id, nth, amount from fund_redemption_lots join (${NTH}) n using (lot_id)
    order by 1, 2`,
  `select user_id, day::text, share, daily_rate, carry_before, credited, carry_after
    from fund_accruals order by 1, 2`,
  `select from_day::text, daily_rate, proposed_by, approved_by from fund_rates order by 1`,
  `select t.kind, t.ref, t.user_id, e.account_id, e.amount, e.version, e.balance_after
    from transfers t join entries e on e.transfer_id = t.id
    where t.kind like 'fund%' order by t.user_id, e.account_id, e.version, t.kind, t.ref`,
  'select id, balance, version from accounts order by 1',
  `select user_id, kind, params, sent_at from messages
    where kind = 'fund_redemption_paid' order by user_id, id`,
]

export async function fundTables(db: Queryable): Promise<string> {
  const all: string[] = []
  for (const sql of TABLES) {
    for (const row of await db.query(sql)) {
      all.push(
        JSON.stringify(row, (_, value: unknown) =>
          typeof value === 'bigint' ? `${value}` : value,
        ),
      )
    }
  }
  return all.join('\n')
}
