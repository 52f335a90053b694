-- The invariants of the fund, as a part of the view in invariants.sql, which is recreated after this file at every
-- start. They are computed from documents and published rates, and share no code with what they check.

drop view if exists fund_faults cascade;
drop view if exists fund_posted cascade;

-- The transfers that each document of the fund must have posted, in the form of documents_posted.
create view fund_posted (kind, ref, user_id, legs, number) as
select 'fund_subscribe', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), -amount,
  user_account(user_id, 'fund_pending'), amount), id
from fund_lots where kind = 'transfer'
union all
select 'fund_cancel', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), amount,
  user_account(user_id, 'fund_pending'), -amount), id
from fund_lots where status = 'cancelled'
union all
select 'fund_confirm', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'fund_pending'), -amount,
  user_account(user_id, 'fund_confirmed'), amount), id
from fund_lots where kind = 'transfer' and confirmed_at is not null
union all
select 'fund_income', user_id || ':' || day, user_id, format('2:%s %s:%s', -credited,
  user_account(user_id, 'fund_confirmed'), credited), user_id
from fund_accruals where credited > 0
union all
select 'fund_redeem', id::text, user_id, format('%s:%s %s:%s', user_account(user_id, 'cash'), amount,
  user_account(user_id, 'fund_confirmed'), -amount), id
from fund_redemptions where status = 'paid';

create view fund_faults (invariant, scope, subject, detail) as

-- The fund's accounts hold what remains of the user's lots, and what the user has asked to redeem is covered.
select 'fund_shares_are_lots', 'user', pending.user_id, format('user %s: pending %s, lots %s; confirmed %s, lots %s, asked back %s',
  pending.user_id, pending.balance, l.pending, confirmed.balance, l.confirmed, r.requested)
from accounts pending
join accounts confirmed on confirmed.id = user_account(pending.user_id, 'fund_confirmed')
left join (
  select user_id, sum(remaining) filter (where status = 'pending') as pending,
    sum(remaining) filter (where status = 'confirmed') as confirmed
  from fund_lots group by user_id
) l on l.user_id = pending.user_id
left join (
  select user_id, sum(amount) as requested from fund_redemptions where status = 'requested' group by user_id
) r on r.user_id = pending.user_id
where pending.kind = 'fund_pending'
  and (pending.balance <> coalesce(l.pending, 0) or confirmed.balance <> coalesce(l.confirmed, 0)
    or r.requested > confirmed.balance)

-- A lot's remainder is its amount less what was taken from it. A cancelled lot has no remainder, and nothing was taken.
union all
select 'fund_lots_are_parts', 'user', l.user_id, format('lot %s: %s of %s remain, %s taken', l.id, l.remaining, l.amount, p.taken)
from fund_lots l left join (
  select lot_id, sum(amount) as taken from fund_redemption_lots group by lot_id
) p on p.lot_id = l.id
where l.remaining <> case l.status when 'cancelled' then 0 else l.amount - coalesce(p.taken, 0) end
  or p.taken is not null and l.confirmed_at is null

-- A paid redemption is the sum of its parts, taken from lots of its user that were confirmed by then. Other redemptions
-- have no parts.
union all
select 'fund_redemptions_are_parts', 'user', coalesce(r.user_id, p.first_user), format('redemption %s: %s %s, parts %s',
  coalesce(r.id, p.redemption_id), r.status, r.amount, p.taken)
from fund_redemptions r full join (
  select part.redemption_id, sum(part.amount) as taken, min(l.user_id) as first_user,
    max(l.user_id) as last_user, max(l.confirm_day) as newest
  from fund_redemption_lots part join fund_lots l on l.id = part.lot_id group by part.redemption_id
) p on p.redemption_id = r.id
where case r.status
  when 'paid' then (r.amount, r.user_id, r.user_id) is distinct from (p.taken, p.first_user, p.last_user)
    or p.newest > r.pay_day
  else p.taken is not null end

-- Nothing is taken from a lot while an older lot has a remainder.
union all
select 'fund_oldest_first', 'user', user_id, format('user %s: %s taken from, %s not empty', user_id, newest_taken, oldest_left)
from (
  select user_id, max(confirm_day) filter (where remaining < amount) as newest_taken,
    min(confirm_day) filter (where remaining > 0) as oldest_left
  from fund_lots where confirmed_at is not null group by user_id
) l
where newest_taken > oldest_left

-- The income credited for a day is a lot from the next day on. There is no other source of income.
union all
select 'fund_income_is_accruals', 'user', coalesce(a.user_id, l.user_id), format('user %s, %s: credited %s, lot %s from %s',
  coalesce(a.user_id, l.user_id), coalesce(a.day, l.trade_day), a.credited, l.amount, l.confirm_day)
from (select user_id, day, credited from fund_accruals where credited > 0) a
full join (select user_id, trade_day, amount, confirm_day from fund_lots where kind = 'income') l
  on l.user_id = a.user_id and l.trade_day = a.day
where a.credited is distinct from l.amount or l.confirm_day <> a.day + 1

-- A day's rate is the one published for it, or null. `offset` keeps the planner from looking it up more than once per
-- day.
union all
select 'fund_accrual_rate', 'user', a.user_id, format('user %s, %s: %s, published %s', a.user_id, a.day, a.daily_rate, r.rate)
from fund_accruals a join (
  select day, (
    select daily_rate from fund_rates where from_day <= day order by from_day desc limit 1
  ) as rate from (select distinct day from fund_accruals) each offset 0
) r on r.day = a.day
where a.daily_rate <> coalesce(r.rate, 0)

-- Each day's share is what was confirmed by its end and not yet paid out, and every day with a share is recorded.
union all
select 'fund_accrual_share', 'user', d.user_id, format('user %s, %s: accrued for %s, held %s; next %s, begun %s',
  d.user_id, d.day, d.share, d.held, d.next_day, f.opened_through)
from (
  select user_id, day, share, sum(change) over running as held, lead(day) over running as next_day
  from (
    select coalesce(c.user_id, a.user_id) as user_id, coalesce(c.day, a.day) as day,
      coalesce(c.change, 0) as change, a.share
    from (
      select user_id, day, sum(amount) as change from (
        select user_id, confirm_day as day, amount from fund_lots where confirmed_at is not null
        union all
        select user_id, pay_day, -amount from fund_redemptions where status = 'paid'
      ) moved group by user_id, day
    ) c full join fund_accruals a on a.user_id = c.user_id and a.day = c.day
  ) days
  window running as (partition by user_id order by day)
) d
left join fund_accounts f on f.user_id = d.user_id
where case
  when d.day < f.opened_through then d.held <> coalesce(d.share, 0)
    or d.held > 0 and coalesce(d.next_day, f.opened_through) > d.day + 1
  else d.share is not null or d.day is distinct from f.opened_through end

-- No fraction is lost between days: each day carries what the day before carried, up to the balance of the account.
union all
select 'fund_carry', 'user', user_id, format('user %s, %s: %s x %s + %s, credited %s, carried %s, after %s',
  user_id, day, share, daily_rate, carry_before, credited, carry_after, before)
from (
  select *, lag(carry_after, 1, 0) over (partition by user_id order by day) as before from fund_accruals
) a
where carry_before <> before or share * daily_rate + carry_before <> credited * 1000000 + carry_after
union all
select 'fund_carry', 'user', f.user_id, format('user %s: carry %s, last day %s', f.user_id, f.carry, a.carry_after)
from fund_accounts f left join (
  select distinct on (user_id) user_id, carry_after from fund_accruals order by user_id, day desc
) a on a.user_id = f.user_id
where f.carry <> coalesce(a.carry_after, 0)

-- The account's sums are those of its days, and its counts are those of its most recent day.
union all
select 'fund_account_sums', 'user', f.user_id, format('user %s: income %s, accruals %s; today %s, of the day before %s',
  f.user_id, f.income, a.total, f.income_today, a.newest)
from fund_accounts f left join (
  select a.user_id, sum(a.credited) as total, sum(a.credited) filter (where a.day = own.opened_through - 1) as newest
  from fund_accruals a join fund_accounts own on own.user_id = a.user_id group by a.user_id
) a on a.user_id = f.user_id
where f.income <> coalesce(a.total, 0) or f.income_today <> coalesce(a.newest, 0)
union all
select 'fund_account_counts', 'user', coalesce(f.user_id, d.user_id), format('user %s: %s transfers, %s; %s withdrawals, %s; instant %s, %s',
  coalesce(f.user_id, d.user_id), f.subscriptions, d.subscriptions, f.redemptions, d.redemptions, f.instant, d.instant)
from fund_accounts f full join (
  select m.user_id, count(*) filter (where today and kind = 'transfer') as subscriptions,
    count(*) filter (where today and kind <> 'transfer') as redemptions,
    coalesce(sum(amount) filter (where today and kind = 'instant'), 0) as instant
  from (
    select user_id, kind, amount, created_at >= fund_day_start(opened_through) as today
    from fund_lots left join fund_accounts using (user_id) where kind = 'transfer'
    union all
    select user_id, speed, amount, created_at >= fund_day_start(opened_through)
    from fund_redemptions left join fund_accounts using (user_id)
  ) m group by m.user_id
) d on d.user_id = f.user_id
where f.user_id is null or f.subscriptions <> coalesce(d.subscriptions, 0)
  or f.redemptions <> coalesce(d.redemptions, 0) or f.instant <> coalesce(d.instant, 0)

-- Every user for whom a new day changes something is processed.
union all
select 'fund_idle', 'user', f.user_id, format('user %s', f.user_id)
from fund_accounts f
join accounts pending on pending.id = user_account(f.user_id, 'fund_pending')
join accounts confirmed on confirmed.id = user_account(f.user_id, 'fund_confirmed')
where f.idle and (pending.balance <> 0 or confirmed.balance <> 0 or f.income_today <> 0
  or f.subscriptions <> 0 or f.redemptions <> 0 or f.instant <> 0)

-- Rates are published before they take effect and in sequence, by two operators or by the initial curve.
union all
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
