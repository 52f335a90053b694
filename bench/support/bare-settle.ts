/**
 * The limit of the settle benchmark: the database works the results out from the log, as it does before it takes any,
 * and one bare statement writes the same rows for all live orders at once.
 */

/** The results of all live orders, as `check_outcomes` reads them. Exit: $1 sequence number, $2 time, $3 price. */
export const OUTCOMES_SQL = `
select jsonb_agg(jsonb_build_object('id', id, 'outcome', case when won then 'won' else 'lost' end,
  'entry_seq', entry_seq, 'exit_seq', $1::bigint, 'exit_time', $2::bigint, 'exit_price', $3::bigint,
  'profit_and_loss', case when won then payout - stake else -stake end, 'settled_at', expires_at))::text as outcomes
from orders, lateral (values (($3 > entry_price) = (direction = 'up'))) result (won)
where status = 'live'`

/** $1: exit price. No locks taken in advance, no checks, no functions: nothing can be faster and write as much. */
export const BARE_SETTLE_SQL = `
with settled as (
  update orders set status = case when ($1 > entry_price) = (direction = 'up') then 'won' else 'lost' end
  where status = 'live'
  returning id, user_id, product_id, direction, duration_ms, entry_seq, expires_at, stake, payout,
    case status when 'won' then payout - stake else -stake end as gain, status
), recorded as (
  insert into settlements (order_id, user_id, product_id, direction, duration_ms, stake, payout, outcome,
    entry_seq, exit_seq, exit_time, exit_price, profit_and_loss, settled_at)
  select id, user_id, product_id, direction, duration_ms, stake, payout, status,
    entry_seq, 2, expires_at, $1, gain, expires_at + 1 from settled
), posted as (
  insert into transfers (kind, ref, user_id) select 'order_settle', id::text, user_id from settled
  returning id, ref
), legs as (
  select p.id as transfer_id, s.user_id, account, amount
  from posted p join settled s on s.id::text = p.ref,
    lateral (values (user_account(s.user_id, 'stake'), -s.stake),
      (user_account(s.user_id, 'cash'), s.stake + s.gain), (1::bigint, -s.gain)) leg (account, amount)
  where amount <> 0
), moved as (
  update accounts a set balance = a.balance + m.amount, version = a.version + m.legs
  from (select account, sum(amount)::bigint as amount, count(*) as legs from legs group by account) m
  where a.id = m.account and a.user_id is not null
  returning a.id, a.balance - m.amount as balance, a.version - m.legs as version
), entered as (
  insert into entries (transfer_id, account_id, amount, version, balance_after)
  select l.transfer_id, l.account, l.amount,
    m.version + row_number() over (partition by m.id order by l.transfer_id),
    m.balance + sum(l.amount) over (partition by m.id order by l.transfer_id)
  from legs l left join moved m on m.id = l.account
), items as (
  select user_id, 'positions' as topic, repeat('x', 450) as payload from settled
  union all
  select user_id, 'balance', repeat('x', 100) from settled group by user_id
), heads as (
  insert into outbox_heads as h (user_id, topic, seq, day)
  select user_id, topic, count(*), (select market_day()) from items group by user_id, topic
  on conflict (user_id, topic) do update set seq = h.seq + excluded.seq, day = excluded.day
  returning user_id, topic, seq, day
)
insert into outbox (user_id, topic, seq, payload, day)
select i.user_id, i.topic, h.seq + 1 - row_number() over (partition by i.user_id, i.topic), i.payload, h.day
from items i join heads h using (user_id, topic)`
