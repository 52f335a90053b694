/** A week of the fund with a lot and a redemption of each fate, and the faults that the invariants must find in it. */
import { HOUR_MS } from '#contract/time.ts'
import { addDays, dayStart } from '#rules/business-day.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { openDaysRaw, proposeRaw, publishRaw, redeemRaw, subscribeRaw } from '#support/fund-room.ts'
import { addUser, grant } from '#support/ledger-room.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

/** Of a week of business days; income is from Wednesday on. */
const MONDAY = '2024-03-04'
const [TUESDAY, THURSDAY] = [addDays(MONDAY, 1), addDays(MONDAY, 3)]
const [FRIDAY, SATURDAY] = [addDays(MONDAY, 4), addDays(MONDAY, 5)]

let user: bigint
let other: bigint
const id: Record<string, bigint> = {}

async function addRates(owner: Queryable): Promise<void> {
  const at = dayStart(MONDAY) - HOUR_MS
  const curve = [MONDAY, TUESDAY]
  await owner.query('select publish_curve_rates($1, $2, $3)', [curve, [50, 52], at])
  const from = addDays(MONDAY, 2)
  const intent = { from, dailyRate: 60, at }
  id['published'] = await proposeRaw(owner, intent)
  await publishRaw(owner, { id: id['published'], at: at + 1 })
  id['next'] = await proposeRaw(owner, { ...intent, from: SATURDAY })
  await publishRaw(owner, { id: id['next'], at: at + 2 })
  id['proposed'] = await proposeRaw(owner, { ...intent, from: addDays(MONDAY, 9) })
  id['rejected'] = await proposeRaw(owner, { ...intent, from: addDays(MONDAY, 10) })
  await owner.query(
    `update fund_rate_proposals set status = 'rejected', decided_by = 'operator-two',
      decided_at = ${at}, reason = 'rate_mistaken' where id = ${id['rejected']}`,
  )
  const log = `select log_act(${at}, 'operator-two', 'fund_rate_reject', null, $1, 'rate_mistaken')`
  await owner.query(log, [`${id['rejected']}`])
}

/** The week, on its Friday. Returns the database and the user who has the most. */
export async function openFundPlantRoom(): Promise<{ database: TestDatabase; user: bigint }> {
  const database = await testDatabase()
  const { db, owner } = database
  await addRates(owner)
  user = await addUser(db)
  other = await addUser(db)
  const userId = user
  await grant(database.owner, user, 10_000_000n)
  await grant(database.owner, other, 10_000_000n)
  const monday = dayStart(MONDAY) + HOUR_MS
  id['redeemed'] = await subscribeRaw(db, { userId, amount: 1_000n, at: monday })
  id['confirmed'] = await subscribeRaw(db, { userId, amount: 2_000_000n, at: monday + HOUR_MS })
  id['newest'] = await subscribeRaw(db, { userId, amount: 300_000n, at: dayStart(TUESDAY) })
  await subscribeRaw(db, { userId: other, amount: 500_000n, at: monday })
  await openDaysRaw(db, other, FRIDAY)
  const thursday = dayStart(THURSDAY) + HOUR_MS
  id['instant'] = await redeemRaw(db, { userId, amount: 1_500n, at: thursday, speed: 'instant' })
  const later = { userId, speed: 'next_day', at: thursday } as const
  id['paid'] = await redeemRaw(db, { ...later, amount: 2_500n })
  await openDaysRaw(db, user, FRIDAY)
  const friday = dayStart(FRIDAY) + HOUR_MS
  id['requested'] = await redeemRaw(db, { ...later, amount: 700n, at: friday })
  id['given up'] = await redeemRaw(db, { ...later, amount: 800n, at: friday })
  await db.query('select cancel_redemption($1, $2)', [id['given up'], friday + HOUR_MS])
  id['pending'] = await subscribeRaw(db, { userId, amount: 900n, at: friday })
  id['cancelled'] = await subscribeRaw(db, { userId, amount: 901n, at: friday })
  await db.query('select cancel_subscription($1, $2)', [id['cancelled'], friday + HOUR_MS])
  return { database, user }
}

/** Checks would refuse it too: without them, as if they had not been there. */
const unchecked = (table: string, plant: string): string => `
  do $$ declare c name; begin
    for c in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'
    loop execute format('alter table ${table} drop constraint %I', c); end loop;
  end $$; ${plant}`
const lot = (name: string, change: string): string =>
  unchecked('fund_lots', `update fund_lots set ${change} where id = ${id[name]}`)
const redemption = (name: string, change: string): string =>
  unchecked('fund_redemptions', `update fund_redemptions set ${change} where id = ${id[name]}`)
const account = (change: string): string =>
  unchecked('fund_accounts', `update fund_accounts set ${change} where user_id = ${user}`)
const accrual = (day: string, change: string): string =>
  unchecked(
    'fund_accruals',
    `update fund_accruals set ${change} where user_id = ${user} and day = '${day}'`,
  )
const rate = (from: string, change: string): string =>
  unchecked('fund_rates', `update fund_rates set ${change} where from_day = '${from}'`)
const proposal = (name: string, change: string): string =>
  unchecked(
    'fund_rate_proposals',
    `update fund_rate_proposals set ${change} where id = ${id[name]}`,
  )
const unposted = (kind: string, name: string): string =>
  `delete from transfers where kind = '${kind}' and ref = '${id[name]}'`
const act = (kind: string, name: string, change: string): string =>
  `update operator_log set ${change} where act = '${kind}' and ref = '${id[name]}'`

/** Invariant, what was done, the statements that do it. */
export const FUND_PLANTS: readonly [string, string, () => string][] = [
  [
    'documents_posted',
    'a transfer in was never taken',
    () => unposted('fund_subscribe', 'pending'),
  ],
  ['documents_posted', 'a transfer was more than it says', () => lot('confirmed', 'amount = 1')],
  ['documents_posted', 'a cancelled one is kept', () => unposted('fund_cancel', 'cancelled')],
  ['documents_posted', 'a confirmation moved nothing', () => unposted('fund_confirm', 'newest')],
  ['documents_posted', 'a paid withdrawal did not arrive', () => unposted('fund_redeem', 'paid')],
  [
    'documents_posted',
    'a withdrawal that waits is paid',
    () => `update transfers set ref = '${id['requested']}' where ref = '${id['paid']}'`,
  ],
  [
    'documents_posted',
    'income went nowhere',
    () => `delete from transfers where kind = 'fund_income'`,
  ],
  [
    'documents_posted',
    'income comes from another house account',
    () => `update entries set account_id = 1 where account_id = 2`,
  ],
  [
    'documents_posted',
    'income is paid for a day without accrual',
    () => `delete from fund_accruals where user_id = ${other}`,
  ],
  ['fund_shares_are_lots', 'a pending lot is altered', () => lot('pending', 'remaining = 901')],
  ['fund_shares_are_lots', 'a confirmed lot is altered', () => lot('newest', 'remaining = 5')],
  [
    'fund_shares_are_lots',
    'a user without lots has shares',
    () => `update accounts set balance = 5 where id = user_account(${user}, 'fund_pending')`,
  ],
  [
    'fund_shares_are_lots',
    'more is asked back than there is',
    () => redemption('requested', 'amount = 9000000'),
  ],
  [
    'fund_lots_are_parts',
    'a lot has more than was left of it',
    () => lot('confirmed', 'remaining = remaining + 1'),
  ],
  ['fund_lots_are_parts', 'a cancelled lot has something', () => lot('cancelled', 'remaining = 1')],
  [
    'fund_lots_are_parts',
    'a pending lot was taken from',
    () =>
      `insert into fund_redemption_lots values (${id['paid']}, ${id['pending']}, 1);
      ${lot('pending', 'remaining = remaining - 1')}`,
  ],
  [
    'fund_redemptions_are_parts',
    'a paid withdrawal took nothing',
    () => `delete from fund_redemption_lots where redemption_id = ${id['paid']}`,
  ],
  [
    'fund_redemptions_are_parts',
    'a withdrawal took more than it pays',
    () => `update fund_redemption_lots set amount = amount + 1 where redemption_id = ${id['paid']}`,
  ],
  [
    'fund_redemptions_are_parts',
    'a withdrawal that waits took something',
    () => `insert into fund_redemption_lots values (${id['requested']}, ${id['confirmed']}, 1)`,
  ],
  [
    'fund_redemptions_are_parts',
    'a withdrawal took another user’s shares',
    () => lot('confirmed', `user_id = ${other}`),
  ],
  [
    'fund_redemptions_are_parts',
    'a withdrawal took from a lot that did not count yet',
    () => lot('confirmed', `confirm_day = '${SATURDAY}'`),
  ],
  [
    'fund_redemptions_are_parts',
    'parts have no withdrawal',
    () => `delete from fund_redemptions where id = ${id['instant']}`,
  ],
  [
    'fund_oldest_first',
    'a withdrawal took from the newest lot',
    () => `update fund_redemption_lots set lot_id = ${id['newest']}
      where redemption_id = ${id['paid']} and lot_id = ${id['confirmed']};
      ${lot('newest', 'remaining = amount - 2000')}; ${lot('confirmed', 'remaining = amount')}`,
  ],
  [
    'fund_income_is_accruals',
    'a day’s income is no lot',
    () => `delete from fund_lots where kind = 'income' and trade_day = '${TUESDAY}'`,
  ],
  [
    'fund_income_is_accruals',
    'a lot of income was credited for nothing',
    () => accrual(TUESDAY, 'credited = 0'),
  ],
  [
    'fund_income_is_accruals',
    'income earns a day too early',
    () =>
      unchecked('fund_lots', `update fund_lots set confirm_day = trade_day where kind = 'income'`),
  ],
  [
    'fund_accrual_rate',
    'a user has a rate of their own',
    () => accrual(TUESDAY, 'daily_rate = 53'),
  ],
  ['fund_accrual_rate', 'a rate is altered afterwards', () => rate(TUESDAY, 'daily_rate = 53')],
  [
    'fund_accrual_rate',
    'a rate goes away',
    () => `delete from fund_rates where proposed_by = 'practice-curve'`,
  ],
  ['fund_accrual_share', 'a share is altered', () => accrual(THURSDAY, 'share = share + 1')],
  [
    'fund_accrual_share',
    'a lot is said to count from an earlier day',
    () => lot('newest', `confirm_day = '${TUESDAY}'`),
  ],
  [
    'fund_accrual_share',
    'a withdrawal is said to have been paid later',
    () => redemption('instant', `pay_day = '${FRIDAY}'`),
  ],
  [
    'fund_accrual_share',
    'a day with a share is left out',
    () => `delete from fund_accruals where user_id = ${user} and day = '${THURSDAY}'`,
  ],
  [
    'fund_accrual_share',
    'the last days are left out',
    () => account(`opened_through = '${addDays(FRIDAY, 3)}'`),
  ],
  [
    'fund_accrual_share',
    'a day is accrued before it is over',
    () => `insert into fund_accruals values (${user}, '${FRIDAY}', 1, 60, 0, 0, 60)`,
  ],
  ['fund_carry', 'a carry is lost', () => accrual(THURSDAY, 'carry_before = 0')],
  ['fund_carry', 'a credit is rounded up', () => accrual(THURSDAY, 'credited = credited + 1')],
  ['fund_carry', 'the account’s carry is altered', () => account('carry = (carry + 1) % 1000000')],
  ['fund_account_sums', 'the income’s sum is altered', () => account('income = income + 1')],
  ['fund_account_sums', 'today’s income is altered', () => account('income_today = 0')],
  ['fund_account_counts', 'a transfer is not counted', () => account('subscriptions = 1')],
  ['fund_account_counts', 'a withdrawal is not counted', () => account('redemptions = 1')],
  ['fund_account_counts', 'an instant withdrawal is counted twice', () => account('instant = 5')],
  [
    'fund_account_counts',
    'a user with lots has no account',
    () => `delete from fund_accounts where user_id = ${other}`,
  ],
  ['fund_idle', 'a user with shares is passed over', () => account('idle = true')],
  [
    'fund_rate_published',
    'a rate was published on its first day',
    () => rate(SATURDAY, `published_at = ${dayStart(SATURDAY)}`),
  ],
  [
    'fund_rate_published',
    'a rate was put in before others',
    () => rate(addDays(MONDAY, 2), `published_at = ${dayStart(MONDAY)}`),
  ],
  [
    'fund_rate_published',
    'one operator did it alone',
    () => rate(SATURDAY, 'approved_by = proposed_by'),
  ],
  [
    'fund_rate_published',
    'the curve goes on after an operator’s rate',
    () => rate(SATURDAY, `proposed_by = 'practice-curve', approved_by = 'practice-curve'`),
  ],
  [
    'fund_rates_are_proposals',
    'a rate is not what was proposed',
    () => rate(SATURDAY, 'daily_rate = 61'),
  ],
  [
    'fund_rates_are_proposals',
    'a rate names another operator',
    () => rate(SATURDAY, `approved_by = 'operator-six'`),
  ],
  [
    'fund_rates_are_proposals',
    'nobody proposed a rate',
    () => `delete from fund_rate_proposals where id = ${id['next']}`,
  ],
  [
    'fund_rates_are_proposals',
    'a proposal was published and is no rate',
    () => proposal('proposed', `status = 'published', decided_by = 'operator-two', decided_at = 1`),
  ],
  [
    'acts_are_documents',
    'nobody logged a proposal',
    () => act('fund_rate_propose', 'proposed', `act = 'photo_viewed'`),
  ],
  [
    'acts_are_documents',
    'a publication is logged that did not happen',
    () => proposal('published', `status = 'proposed', decided_by = null, decided_at = null`),
  ],
  [
    'acts_are_documents',
    'a rejection gives another reason',
    () => act('fund_rate_reject', 'rejected', `reason = 'limit_reached'`),
  ],
]
