/**
 * What grows without anyone trading, generated in bulk by SQL: fund accounts with days of income, sessions, and the
 * first passwords. No invariant finds a fault in it.
 */
import type { Queryable } from '#server/platform/db/database.ts'

/** What each user has. */
export interface MadeOwned {
  /** Days of income. */
  days: number
  sessions: number
}

const AMOUNT = 20_000_000
/** Per day, in millionths. */
const RATE = 50

/** The users without a fund account, and the same days for all of them: the last one ends when today begins. */
const choose = (days: number, todayMs: number): string => `
  insert into fund_rates values ('2020-01-01', ${RATE}, 0, 'practice-curve', 'practice-curve') on conflict do nothing;
  create temp table made_holders on commit drop as
  select id, fund_day(${todayMs}) - ${days} as first_day, fund_day(${todayMs}) as today from users
  where id not in (select user_id from fund_accounts);
  create temp table made_days on commit drop as
  with recursive income (n, share, carry_before, credited, carry_after) as (
    select 0, ${AMOUNT}::bigint, 0::bigint, ${AMOUNT}::bigint * ${RATE} / 1000000, ${AMOUNT}::bigint * ${RATE} % 1000000
    union all
    select n + 1, share + credited, carry_after, ((share + credited) * ${RATE} + carry_after) / 1000000,
      ((share + credited) * ${RATE} + carry_after) % 1000000
    from income where n + 1 < ${days}
  ) select * from income;`

const STORE_FUND = `
  insert into fund_accruals
  select h.id, h.first_day + n, share, ${RATE}, carry_before, credited, carry_after from made_holders h, made_days;
  create temp table made_lots on commit drop as
  with made as (
    insert into fund_lots (user_id, kind, amount, remaining, status, created_at, trade_day, cancellable_until,
      confirm_day, confirmed_at)
    select id, 'transfer', ${AMOUNT}, ${AMOUNT}, 'confirmed', fund_day_start(first_day - 1), first_day - 1,
      fund_day_start(first_day - 1), first_day, fund_day_start(first_day)
    from made_holders
    union all
    select h.id, 'income', credited, credited, 'confirmed', fund_day_start(first_day + n + 1), first_day + n,
      fund_day_start(first_day + n + 1), first_day + n + 1, fund_day_start(first_day + n + 1)
    from made_holders h, made_days
    returning *
  ) select * from made;
  insert into fund_accounts (user_id, version, opened_through, carry, income, income_today, idle)
  select h.id, 1, h.today, d.carry_after, d.total, d.credited, false
  from made_holders h, (
    select carry_after, credited, sum(credited) over () as total from made_days order by n desc limit 1
  ) d;`

const POST_FUND = `
  create temp table made_postings on commit drop as
  select (select coalesce(max(id), 0) from transfers) + row_number() over (order by at, step, user_id) as id, p.*
  from (
    select 'fund_subscribe' as kind, id::text as ref, user_id, created_at as at, 1 as step, -amount as cash,
      amount as pending, 0 as confirmed, 0 as own
    from made_lots where kind = 'transfer'
    union all
    select 'fund_confirm', id::text, user_id, confirmed_at, 2, 0, -amount, amount, 0
    from made_lots where kind = 'transfer'
    union all
    select 'fund_income', user_id || ':' || trade_day, user_id, created_at, 3, 0, 0, amount, -amount
    from made_lots where kind = 'income'
  ) p;
  insert into transfers (id, kind, ref, user_id, at)
  select id, kind, ref, user_id, to_timestamp(at / 1000.0) from made_postings;
  select setval('transfers_id_seq', (select max(id) from transfers));
  create temp table made_legs on commit drop as
  select e.transfer_id, e.account_id, e.amount, a.version + row_number() over w as version,
    a.balance + sum(e.amount) over w as balance_after
  from (
    select id as transfer_id, user_account(user_id, 'cash') as account_id, cash as amount from made_postings
    union all select id, user_account(user_id, 'fund_pending'), pending from made_postings
    union all select id, user_account(user_id, 'fund_confirmed'), confirmed from made_postings
  ) e join accounts a on a.id = e.account_id where e.amount <> 0
  window w as (partition by e.account_id order by e.transfer_id);
  insert into entries (transfer_id, account_id, amount, version, balance_after) select * from made_legs;
  insert into entries (transfer_id, account_id, amount) select id, 2, own from made_postings where own <> 0;
  update accounts a set version = e.version, balance = e.balance_after
  from (select distinct on (account_id) * from made_legs order by account_id, version desc) e
  where a.id = e.account_id;`

const storeSessions = (sessions: number, todayMs: number): string => `
  create temp table made_tickets on commit drop as
  select (select coalesce(max(id), 0) from password_tickets) + row_number() over (order by n, h.id) as id,
    h.id as user_id, n, ${todayMs} - 86400000 + n * 1000 as at
  from made_holders h, generate_series(0, ${sessions}) n;
  -- The first ticket registers, and each other one opens a session.
  insert into password_tickets (id, secret_hash, act, user_id, digest, at) overriding system value
  select id, sha256(convert_to('made' || id, 'UTF8')), case n when 0 then 'register' else 'log_in' end,
    case when n > 0 then user_id end, case when n > 0 then ''::bytea end, at
  from made_tickets;
  select setval('password_tickets_id_seq', (select max(id) from password_tickets));
  update users set password_hash = 'made' from made_holders h where h.id = users.id;
  insert into password_changes (user_id, kind, new_digest, at, ticket_id)
  select user_id, 'login', hash_digest('made'), at, id from made_tickets where n = 0;
  with opened as (
    insert into sessions (secret_hash, handle, user_id, created_at, seen_at, expires_at, device_hash)
    select sha256(convert_to('made' || id, 'UTF8')), 'made' || id, user_id, to_timestamp(at / 1000.0),
      to_timestamp(at / 1000.0), to_timestamp(at / 1000.0 + 2592000), ''
    from made_tickets where n > 0
    returning id, handle
  )
  insert into session_evidence (session_id, opened_by, ticket_id)
  select o.id, 'password', t.id from opened o join made_tickets t on o.handle = 'made' || t.id;`

/**
 * Gives all this to each user who has no fund account and enough cash. The caller's transaction runs no triggers.
 * `todayMs`: the start of a day.
 */
export async function addOwned(
  tx: Queryable<never>,
  { days, sessions }: MadeOwned,
  todayMs: number,
): Promise<void> {
  await tx.query(choose(days, todayMs))
  await tx.query(STORE_FUND)
  await tx.query(POST_FUND)
  await tx.query(storeSessions(sessions, todayMs))
}
