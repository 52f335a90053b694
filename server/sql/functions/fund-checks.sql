-- The invariants of one user's fund. They are computed from documents and published rates, and share no code with what
-- they check. The fund's rates have theirs in server/ledger/fund-invariants.sql.

-- The fund accounts that are checked in one check only because a day has begun for them or something is open: 200, or as
-- many as let all of them have their turn within 1,000 checks.
create or replace function fund_checks_max() returns bigint language sql stable as $$
  select greatest(200, (select count(*) from fund_accounts) / 1000)
$$;

-- Whether a user has anything to do with the fund.
create or replace function has_fund(p_user bigint) returns boolean language sql stable as $$
  select exists (select from fund_accounts where user_id = p_user)
    or exists (select from fund_lots where user_id = p_user)
    or exists (select from fund_redemptions where user_id = p_user)
    or exists (select from fund_accruals where user_id = p_user)
    or exists (select from accounts where id in (user_account(p_user, 'fund_pending'),
      user_account(p_user, 'fund_confirmed')) and balance <> 0)
$$;

-- The faults of one user's fund. It reads the rows of that user alone. p_marked: compares with rates and postings only
-- what is not older than the day of the user's mark.
create or replace function fund_faults_of(p_user bigint, p_marked boolean)
returns table (invariant text, scope text, subject bigint, detail text) language plpgsql stable as $$
#variable_conflict use_column
declare
  since date := '1970-01-01';
begin
  if not has_fund(p_user) then return; end if;
  if p_marked then
    since := coalesce((select opened_through - 1 from fund_marks where user_id = p_user), since);
  end if;
  return query
  with lots as materialized (
    select * from fund_lots where user_id = p_user
  ), days as materialized (
    select * from fund_accruals where user_id = p_user
  ), parts as materialized (
    select p.redemption_id, p.lot_id, p.amount from lots l join fund_redemption_lots p on p.lot_id = l.id
  ), found (invariant, detail) as (

  -- Each document has posted what it must.
  select 'documents_posted', format('%s %s: %s, not %s', d.kind, d.ref, t.legs, d.legs)
  from fund_posted d left join lateral (
    select t.user_id, (
      select string_agg(e.account_id || ':' || e.amount, ' ' order by e.account_id) from entries e where e.transfer_id = t.id
    ) as legs
    from transfers t where t.kind = d.kind and t.ref = d.ref
  ) t on true
  where d.user_id = p_user and d.day >= since and (d.user_id, d.legs) is distinct from (t.user_id, t.legs)

  -- The fund's accounts hold what remains of the user's lots, and what the user has asked to redeem is covered.
  union all
  select 'fund_shares_are_lots', format('user %s: pending %s, lots %s; confirmed %s, lots %s, asked back %s',
    p_user, pending.balance, l.pending, confirmed.balance, l.confirmed, r.requested)
  from accounts pending
  join accounts confirmed on confirmed.id = user_account(p_user, 'fund_confirmed')
  cross join (
    select sum(remaining) filter (where status = 'pending') as pending,
      sum(remaining) filter (where status = 'confirmed') as confirmed
    from lots
  ) l
  cross join (
    select sum(amount) as requested from fund_redemptions where user_id = p_user and status = 'requested'
  ) r
  where pending.id = user_account(p_user, 'fund_pending')
    and (pending.balance <> coalesce(l.pending, 0) or confirmed.balance <> coalesce(l.confirmed, 0)
      or r.requested > confirmed.balance)

  -- A lot's remainder is its amount less what was taken from it. A cancelled lot has no remainder, and nothing was taken.
  union all
  select 'fund_lots_are_parts', format('lot %s: %s of %s remain, %s taken', l.id, l.remaining, l.amount, p.taken)
  from lots l left join (
    select lot_id, sum(amount) as taken from parts group by lot_id
  ) p on p.lot_id = l.id
  where l.remaining <> case l.status when 'cancelled' then 0 else l.amount - coalesce(p.taken, 0) end
    or p.taken is not null and l.confirmed_at is null

  -- A paid redemption is the sum of its parts, taken from lots of its user that were confirmed by then. Other redemptions
  -- have no parts.
  union all
  select 'fund_redemptions_are_parts', format('redemption %s: %s %s, parts %s', r.id, r.status, r.amount, p.taken)
  from fund_redemptions r cross join lateral (
    select sum(part.amount) as taken, min(l.user_id) as first_user, max(l.user_id) as last_user,
      max(l.confirm_day) as newest
    from fund_redemption_lots part join fund_lots l on l.id = part.lot_id where part.redemption_id = r.id
  ) p
  where r.user_id = p_user and case r.status
    when 'paid' then (r.amount, r.user_id, r.user_id) is distinct from (p.taken, p.first_user, p.last_user)
      or p.newest > r.pay_day
    else p.taken is not null end
  union all
  select 'fund_redemptions_are_parts', format('redemption %s:  , parts %s', redemption_id, sum(amount))
  from parts p where not exists (select from fund_redemptions r where r.id = p.redemption_id) group by redemption_id

  -- Nothing is taken from a lot while an older lot has a remainder.
  union all
  select 'fund_oldest_first', format('user %s: %s taken from, %s not empty', p_user, newest_taken, oldest_left)
  from (
    select max(confirm_day) filter (where remaining < amount) as newest_taken,
      min(confirm_day) filter (where remaining > 0) as oldest_left
    from lots where confirmed_at is not null
  ) l
  where newest_taken > oldest_left

  -- The income credited for a day is a lot from the next day on. There is no other source of income.
  union all
  select 'fund_income_is_accruals', format('user %s, %s: credited %s, lot %s from %s',
    p_user, coalesce(a.day, l.trade_day), a.credited, l.amount, l.confirm_day)
  from (select day, credited from days where credited > 0) a
  full join (select trade_day, amount, confirm_day from lots where kind = 'income') l on l.trade_day = a.day
  where a.credited is distinct from l.amount or l.confirm_day <> a.day + 1

  -- A day's rate is the one published for it, or null.
  union all
  select 'fund_accrual_rate', format('user %s, %s: %s, published %s', p_user, a.day, a.daily_rate, r.rate)
  from days a cross join lateral (
    select (select daily_rate from fund_rates where from_day <= a.day order by from_day desc limit 1) as rate
  ) r
  where a.day >= since and a.daily_rate <> coalesce(r.rate, 0)

  -- Each day's share is what was confirmed by its end and not yet paid out, and every day with a share is recorded.
  union all
  select 'fund_accrual_share', format('user %s, %s: accrued for %s, held %s; next %s, begun %s',
    p_user, d.day, d.share, d.held, d.next_day, f.opened_through)
  from (
    select day, share, sum(change) over running as held, lead(day) over running as next_day
    from (
      select coalesce(c.day, a.day) as day, coalesce(c.change, 0) as change, a.share
      from (
        select day, sum(amount) as change from (
          select confirm_day as day, amount from lots where confirmed_at is not null
          union all
          select pay_day, -amount from fund_redemptions where user_id = p_user and status = 'paid'
        ) moved group by day
      ) c full join days a on a.day = c.day
    ) each
    window running as (order by day)
  ) d
  left join fund_accounts f on f.user_id = p_user
  where case
    when d.day < f.opened_through then d.held <> coalesce(d.share, 0)
      or d.held > 0 and coalesce(d.next_day, f.opened_through) > d.day + 1
    else d.share is not null or d.day is distinct from f.opened_through end

  -- No fraction is lost between days: each day carries what the day before carried, up to the balance of the account.
  union all
  select 'fund_carry', format('user %s, %s: %s x %s + %s, credited %s, carried %s, after %s',
    p_user, day, share, daily_rate, carry_before, credited, carry_after, before)
  from (
    select *, lag(carry_after, 1, 0) over (order by day) as before from days
  ) a
  where carry_before <> before or share * daily_rate + carry_before <> credited * 1000000 + carry_after
  union all
  select 'fund_carry', format('user %s: carry %s, last day %s', p_user, f.carry, a.carry_after)
  from fund_accounts f left join (
    select carry_after from days order by day desc limit 1
  ) a on true
  where f.user_id = p_user and f.carry <> coalesce(a.carry_after, 0)

  -- The account's sums are those of its days, and its counts are those of its most recent day.
  union all
  select 'fund_account_sums', format('user %s: income %s, accruals %s; today %s, of the day before %s',
    p_user, f.income, a.total, f.income_today, a.newest)
  from fund_accounts f cross join lateral (
    select sum(credited) as total, sum(credited) filter (where day = f.opened_through - 1) as newest from days
  ) a
  where f.user_id = p_user and (f.income <> coalesce(a.total, 0) or f.income_today <> coalesce(a.newest, 0))
  union all
  select 'fund_account_counts', format('user %s: %s transfers, %s; %s withdrawals, %s; instant %s, %s',
    p_user, f.subscriptions, d.subscriptions, f.redemptions, d.redemptions, f.instant, d.instant)
  from (values (p_user)) own (id) left join fund_accounts f on f.user_id = own.id
  cross join lateral (
    select count(*) as documents, count(*) filter (where today and kind = 'transfer') as subscriptions,
      count(*) filter (where today and kind <> 'transfer') as redemptions,
      coalesce(sum(amount) filter (where today and kind = 'instant'), 0) as instant
    from (
      select kind, amount, created_at >= fund_day_start(f.opened_through) as today from lots where kind = 'transfer'
      union all
      select speed, amount, created_at >= fund_day_start(f.opened_through) from fund_redemptions where user_id = p_user
    ) m
  ) d
  where f.user_id is null and d.documents > 0 or f.subscriptions <> d.subscriptions
    or f.redemptions <> d.redemptions or f.instant <> d.instant

  -- Every user for whom a new day changes something is processed.
  union all
  select 'fund_idle', format('user %s', p_user)
  from fund_accounts f
  join accounts pending on pending.id = user_account(p_user, 'fund_pending')
  join accounts confirmed on confirmed.id = user_account(p_user, 'fund_confirmed')
  where f.user_id = p_user and f.idle and (pending.balance <> 0 or confirmed.balance <> 0 or f.income_today <> 0
    or f.subscriptions <> 0 or f.redemptions <> 0 or f.instant <> 0)
  )
  select f.invariant, 'user', p_user, f.detail from found f;
end $$;
