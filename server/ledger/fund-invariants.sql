-- The invariants of the fund's rates, as a part of the view in invariants.sql, which is recreated after this file at every
-- start, and what its documents must have posted. Those of each user are the function fund_faults_of
-- (server/sql/functions/fund-checks.sql).

drop view if exists fund_rate_faults cascade;
drop view if exists fund_posted cascade;

-- The transfers that each document of the fund must have posted, in the form of documents_posted. `day`: on which it was
-- posted, or for income the day that earned it.
create view fund_posted (kind, ref, user_id, legs, number, day) as
select 'fund_subscribe', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), -amount,
  user_account(user_id, 'fund_pending'), amount), id, fund_day(created_at)
from fund_lots where kind = 'transfer'
union all
select 'fund_cancel', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), amount,
  user_account(user_id, 'fund_pending'), -amount), id, fund_day(ended_at)
from fund_lots where status = 'cancelled'
union all
select 'fund_confirm', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'fund_pending'), -amount,
  user_account(user_id, 'fund_confirmed'), amount), id, confirm_day
from fund_lots where kind = 'transfer' and confirmed_at is not null
union all
select 'fund_income', user_id || ':' || day, user_id, format('2:%s %s:%s', -credited,
  user_account(user_id, 'fund_confirmed'), credited), user_id, day
from fund_accruals where credited > 0
union all
select 'fund_redeem', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), amount,
  user_account(user_id, 'fund_confirmed'), -amount), id, pay_day
from fund_redemptions where status = 'paid';

create view fund_rate_faults (invariant, scope, subject, detail) as

-- Rates are published before they take effect and in sequence, by two operators or by the initial curve.
select 'fund_rate_published', 'fund_rate', from_day - date '1970-01-01', format('rate from %s, by %s and %s at %s',
  from_day, proposed_by, approved_by, published_at)
from (
  select *, lag(published_at) over (order by from_day) as before,
    lag(proposed_by) over (order by from_day) as last_by
  from fund_rates
) r
where published_at >= fund_day_start(from_day) or published_at < before
  or (proposed_by = approved_by) <> (proposed_by = 'practice-curve')
  or proposed_by = 'practice-curve' and last_by <> 'practice-curve'

union all
select 'fund_rates_are_proposals', 'fund_rate',
  coalesce(r.from_day, p.from_day) - date '1970-01-01', format('rate from %s: %s by %s and %s at %s, proposal %s',
  coalesce(r.from_day, p.from_day), r.daily_rate, r.proposed_by, r.approved_by, r.published_at, p.id)
from (select * from fund_rates where proposed_by <> 'practice-curve') r
full join (select * from fund_rate_proposals where status = 'published') p on p.from_day = r.from_day
where (r.daily_rate, r.proposed_by, r.approved_by, r.published_at)
  is distinct from (p.daily_rate, p.proposed_by, p.decided_by, p.decided_at);
