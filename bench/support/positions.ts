/** Thousands of live positions at once, made through the ledger's own writer, so that the invariants hold. */
import type { Queryable } from '#server/platform/db/database.ts'

export const BENCH_PRODUCT = 9
const STAKE = 1_000
const PAYOUT = 1_850

export interface PositionPlan {
  users: number
  perUser: number
  /** Expiry of the first, ms; the others follow evenly within `spreadMs`. */
  expiresAt: number
  spreadMs: number
  durationMs: number
}

/** Transfers of one kind between two accounts each, as `moves (n, ref, user_id, source, target, amount)` has them. */
const postMoves = (kind: string): string => `
  select post(t.kinds, t.refs, t.users, l.transfers, l.accounts, l.amounts)
  from (
    select array_agg('${kind}'::text order by n) kinds, array_agg(ref order by n) refs,
      array_agg(user_id order by n) users from moves
  ) t, (
    select array_agg(n::int order by n, leg) transfers, array_agg(account order by n, leg) accounts,
      array_agg(amount order by n, leg) amounts
    from (
      select n, 1 as leg, source as account, -amount as amount from moves
      union all select n, 2, target, amount from moves
    ) legs
  ) l`

/** Users with money; returns their ids. */
export async function makeUsers(db: Queryable, count: number, cash: bigint): Promise<bigint[]> {
  const users = await db.query<{ id: bigint }>(
    `insert into users (account, phone, nickname, opening_code)
      select 'bench' || n, '+8613800000000', 'bench', 'BENCH' || n
      from (select nextval('orders_id_seq') as n from generate_series(1, $1::int)) numbers
      returning id`,
    [count],
  )
  const ids = users.map(({ id }) => id)
  await db.query(
    `with moves as (
      select n, u || ':2000-01-01' as ref, u as user_id, 6::bigint as source,
        user_account(u, 'cash') as target, $2::bigint as amount
      from unnest($1::bigint[]) with ordinality x (u, n)
    ), posted as (${postMoves('practice_issue')})
    insert into practice_issues (transfer_id, user_id, day, at)
      select id, u, '2000-01-01', fund_day_start('2000-01-01')
      from posted, unnest(post, $1::bigint[]) made (id, u)`,
    [ids, cash],
  )
  return ids
}

/** Live orders, entered by the first tick of the log after they start, or at 100 without a log; returns how many. */
export async function makePositions(db: Queryable, plan: PositionPlan): Promise<number> {
  const users = await makeUsers(db, plan.users, BigInt(STAKE * plan.perUser))
  const orders = await db.query<{ id: bigint }>(
    `insert into orders (id, user_id, product_id, direction, stake, payout_rate, payout, duration_ms,
        accepted_at, expires_at, terms_id, rule_version, source, intent_key, receipt_text,
        receipt_signature, receipt_key_id, status, entry_seq, entry_time, entry_price)
      select nextval('orders_id_seq'), u, ${BENCH_PRODUCT},
        case when n % 2 = 0 then 'up' else 'down' end, ${STAKE}, 8500, ${PAYOUT}, $5::bigint,
        at - $5, at, '00000000000000aa', 1, 'simulated', 'bench-' || n, '', '', '',
        'live', coalesce(entry.seq, 1), coalesce(entry.time_ms, at), coalesce(entry.price, 100)
      from (
        select u, n, $2::bigint + n * $3::bigint / count(*) over () as at
        from (
          select u, row_number() over () as n
          from unnest($1::bigint[]) u, generate_series(1, $4::int)
        ) numbered
      ) planned left join lateral (
        select seq, time_ms, price from ticks
        where product_id = ${BENCH_PRODUCT} and time_ms > at - $5 order by time_ms, seq limit 1
      ) entry on true
      returning id`,
    [users, plan.expiresAt, plan.spreadMs, plan.perUser, plan.durationMs],
  )
  await db.query(
    `with moves as (
      select row_number() over () as n, id::text as ref, user_id,
        user_account(user_id, 'cash') as source, user_account(user_id, 'stake') as target,
        stake as amount
      from orders where id = any ($1)
    ) ${postMoves('order_stake')}`,
    [orders.map(({ id }) => id)],
  )
  return orders.length
}
