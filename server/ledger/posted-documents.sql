-- What each document must have posted. Recreated at every start, before the invariants that compare it with the ledger.

drop view if exists documents_posted cascade;

-- The transfers that each document must have posted: one row per transfer, with its legs ordered by account.
-- `number` is a number in the reference, by which an index finds the document.
create view documents_posted (kind, ref, user_id, legs, number) as
select 'order_stake', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), -stake,
  user_account(user_id, 'stake'), stake), id
from orders
union all
select 'order_settle', id::text, user_id,
  concat_ws(' ', '1:' || nullif(-gain, 0),
    user_account(user_id, 'cash') || ':' || nullif(stake + gain, 0),
    user_account(user_id, 'stake') || ':' || -stake), id
from (
  select id, user_id, stake,
    case status when 'won' then payout - stake when 'lost' then -stake else 0 end as gain
  from orders where status in ('won', 'lost', 'draw', 'void')
) final
union all
select 'deposit', id::text, user_id, format('4:%s %s:%s', -amount, user_account(user_id, 'cash'), amount), id
from deposits where status = 'approved'
union all
select 'withdrawal_hold', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), -amount,
  user_account(user_id, 'withdrawal_hold'), amount), id
from withdrawals
union all
select 'withdrawal_release', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), amount,
  user_account(user_id, 'withdrawal_hold'), -amount), id
from withdrawals where status in ('rejected', 'cancelled')
union all
select 'withdrawal_pay', id::text, user_id, concat_ws(' ', '3:' || nullif(fee, 0), '5:' || amount - fee,
  user_account(user_id, 'withdrawal_hold') || ':' || -amount), id
from withdrawals where status in ('approved', 'paying', 'paid', 'bounced')
union all
select 'withdrawal_refund', id::text, user_id, concat_ws(' ', '3:' || nullif(-fee, 0), '5:' || fee - amount,
  user_account(user_id, 'cash') || ':' || amount), id
from withdrawals where status = 'bounced'
union all
select 'compensation', f.id::text, f.user_id, concat_ws(' ',
  '7:' || nullif(held.stake - f.amount, 0),
  user_account(f.user_id, 'cash') || ':' || nullif(f.amount, 0),
  user_account(f.user_id, 'stake') || ':' || nullif(-held.stake, 0)), f.id
from frozen f
left join orders o on f.scope = 'order' and o.id = f.subject and o.status = 'compensated'
cross join lateral (select coalesce(frozen_stake(o.id, o.user_id), 0) as stake) held
where f.status = 'compensated' and (f.amount <> 0 or held.stake <> 0)
union all
select kind, ref, user_id, legs, number from fund_posted;
