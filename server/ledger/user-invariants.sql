-- The invariants of each user, as a part of the view in invariants.sql, which is recreated after this file at every start.
-- Those of the entries of accounts are the function account_faults (server/sql/functions/marks.sql).

drop view if exists user_faults cascade;

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
