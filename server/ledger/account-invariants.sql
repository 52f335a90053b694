-- The invariants of each user's accounts, as a part of the view in invariants.sql, which is recreated after this file
-- at every start.

drop view if exists user_faults cascade;

-- Versions of an account run 1, 2, 3, … without a gap, each entry states the balance after it, and the account has
-- the version and the balance of its newest entry. Running results equal the sums of the settlements, in total and for the
-- day they name. p_marked: reads only what is newer than the marks of the accounts.
create or replace function account_faults(p_users bigint[], p_marked boolean)
returns table (invariant text, scope text, subject bigint, detail text) language sql stable as $$
  with mine as materialized (
    select a.id, a.user_id, a.kind, a.balance, a.version, coalesce(m.version, 0) as checked,
      coalesce(m.version, -9223372036854775808) as above, coalesce(m.balance, 0) as sum_before,
      coalesce(m.profit_and_loss, 0) as results_before
    from accounts a left join account_marks m on p_marked and m.account_id = a.id
    where a.user_id = any(p_users)
  ), numbered as materialized (
    select a.id, a.user_id, e.transfer_id, e.version, e.amount, e.balance_after,
      a.checked + row_number() over running as n, a.sum_before + sum(e.amount) over running as total
    from mine a join entries e on e.account_id = a.id and e.version > a.above
    window running as (partition by a.id order by e.version)
  )
  select 'versions_gapless', 'user', user_id, format('account %s: version %s stands at %s', id, version, n)
  from numbered where version <> n

  union all
  select 'running_balance', 'user', user_id,
    format('account %s, version %s: %s, not %s', id, version, balance_after, total)
  from numbered where balance_after <> total

  union all
  select 'balance_is_sum', 'user', a.user_id, format('account %s: balance %s, entries %s; version %s, entries %s',
    a.id, a.balance, sum_before + coalesce(e.total, 0), a.version, checked + coalesce(e.legs, 0))
  from mine a left join (
    select id, sum(amount) as total, count(*) as legs from numbered group by id
  ) e on e.id = a.id
  where a.balance <> sum_before + coalesce(e.total, 0) or a.version <> checked + coalesce(e.legs, 0)

  union all
  select 'results_are_settlements', 'user', r.user_id, format('user %s: %s and %s on %s, settlements %s and %s',
    r.user_id, r.profit_and_loss, r.day_profit_and_loss, r.day, results_before + settled.total, of_day.total)
  from mine a join user_results r on r.user_id = a.user_id
  cross join lateral (
    select coalesce(sum(s.profit_and_loss), 0) as total from numbered e
    join transfers t on t.id = e.transfer_id and t.kind = 'order_settle'
    join settlements s on s.order_id = ref_number(t.ref)
    where e.id = a.id
  ) settled
  cross join lateral (
    select coalesce(sum(s.profit_and_loss), 0) as total from settlements s
    where s.user_id = r.user_id and s.settled_at >= fund_day_start(r.day) and s.settled_at < fund_day_start(r.day + 1)
  ) of_day
  where a.kind = 'stake' and (r.profit_and_loss <> results_before + settled.total
    or r.day_profit_and_loss <> of_day.total)
$$;

create view user_faults (invariant, scope, subject, detail, user_id) as

select 'user_has_accounts', 'user', u.id, format('user %s: %s accounts, %s mutex', u.id, count(a.id), count(m.user_id)), u.id
from users u
left join accounts a on a.user_id = u.id and a.id = user_account(u.id, a.kind)
left join user_mutex m on m.user_id = u.id
group by u.id
having count(a.id) <> 5 or count(m.user_id) <> 5

-- The stake account holds the stakes of the user's open and live orders.
union all
select 'stake_is_orders', 'user', a.user_id, format('user %s: stake account %s, orders %s',
  a.user_id, a.balance, coalesce(alive.stake, 0)), a.user_id
from accounts a left join (
  select user_id, sum(stake) as stake from orders where status in ('open', 'live') group by user_id
) alive on alive.user_id = a.user_id
where a.kind = 'stake' and a.balance <> coalesce(alive.stake, 0)

-- The hold account holds the amounts of the user's withdrawals that await a decision.
union all
select 'hold_is_withdrawals', 'user', a.user_id, format('user %s: hold %s, withdrawals %s',
  a.user_id, a.balance, coalesce(waiting.amount, 0)), a.user_id
from accounts a left join (
  select user_id, sum(amount) as amount from withdrawals where status in ('requested', 'review') group by user_id
) waiting on waiting.user_id = a.user_id
where a.kind = 'withdrawal_hold' and a.balance <> coalesce(waiting.amount, 0);
