-- The balance fund: shares at 1.00 in lots that count from a later day on, income by a rate published in advance.
-- Days are those of the one business zone, UTC. Whatever a new day brings is done by open_fund_days() alone.

create function fund_day(p_at bigint) returns date language sql immutable as $$
  select date '1970-01-01' + (p_at / 86400000)::int
$$;
create function fund_day_start(p_day date) returns bigint language sql immutable as $$
  select (p_day - date '1970-01-01')::bigint * 86400000
$$;

-- The practice curve's rates carry its name.
alter table operators add constraint operators_not_the_curve check (name <> 'practice-curve');

create table fund_rate_proposals (
  id bigint generated always as identity (start with 101) primary key,
  from_day date not null,
  daily_rate int not null check (daily_rate between 0 and 300),
  why text not null,
  status text not null,
  proposed_by text not null,
  proposed_at bigint not null,
  decided_by text,
  decided_at bigint,
  check ((decided_by is null) = (status = 'proposed')),
  check ((decided_at is null) = (status = 'proposed')),
  -- Two operators: nobody publishes what they proposed.
  check (status <> 'published' or decided_by <> proposed_by)
);
create index fund_rate_proposals_waiting on fund_rate_proposals (id) where status = 'proposed';
create trigger fund_rate_proposals_states before insert or update or delete on fund_rate_proposals
  for each row execute function follow_states('proposed',
    'proposed>published proposed>rejected', 'status decided_by decided_at');
create trigger fund_rate_proposals_no_truncate before truncate on fund_rate_proposals
  execute function refuse_change();

-- What each day's share earns, in millionths a day, for everybody; a rate holds until the next one's first day.
create table fund_rates (
  from_day date primary key,
  daily_rate int not null check (daily_rate between 0 and 300),
  published_at bigint not null,
  proposed_by text not null,
  approved_by text not null,
  check ((proposed_by = approved_by) = (proposed_by = 'practice-curve')),
  check (published_at < fund_day_start(from_day))
);
create trigger fund_rates_append_only before update or delete on fund_rates
  for each row execute function refuse_change();
create trigger fund_rates_no_truncate before truncate on fund_rates execute function refuse_change();

-- Null: none was published for that day.
create function fund_rate_of(p_day date) returns int language sql stable as $$
  select daily_rate from fund_rates where from_day <= p_day order by from_day desc limit 1
$$;

-- The table is locked, so that each rate begins after all before it whoever publishes at the same time.
create function publish_fund_rate(p_id bigint, p_actor text, p_at bigint)
returns fund_rate_proposals language plpgsql security definer as $$
declare
  p fund_rate_proposals;
  newest date;
begin
  lock table fund_rates in share row exclusive mode;
  select * into strict p from fund_rate_proposals where id = p_id for update;
  if p.status <> 'proposed' then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', p.status);
  end if;
  if p.proposed_by = p_actor then
    raise exception 'same_operator' using errcode = 'FT409';
  end if;
  if p_at >= fund_day_start(p.from_day) then
    raise exception 'rate_too_late' using errcode = 'FT409',
      detail = json_build_object('earliest', (fund_day(p_at) + 1)::text);
  end if;
  select max(from_day) into newest from fund_rates;
  if newest >= p.from_day then
    raise exception 'rate_day_taken' using errcode = 'FT409',
      detail = json_build_object('after', newest::text);
  end if;
  insert into fund_rates values (p.from_day, p.daily_rate, p_at, p.proposed_by, p_actor);
  update fund_rate_proposals set status = 'published', decided_by = p_actor, decided_at = p_at
    where id = p_id returning * into p;
  perform log_act(p_at, p_actor, 'fund_rate_approve', null, p.id::text);
  return p;
end $$;

-- The example curve of practice mode: rates for days that have not begun, as long as no operator has published one.
-- Returns the days that it published.
create function publish_curve_rates(p_days date[], p_rates int[], p_at bigint)
returns setof date language plpgsql security definer as $$
begin
  lock table fund_rates in share row exclusive mode;
  if exists (select 1 from fund_rates where proposed_by <> 'practice-curve') then return; end if;
  return query
  insert into fund_rates
  select d, r, p_at, 'practice-curve', 'practice-curve' from unnest(p_days, p_rates) each (d, r)
  where d > coalesce((select max(from_day) from fund_rates), '-infinity')
    and p_at < fund_day_start(d)
  order by d
  returning from_day;
end $$;

-- One row a user, from the first transfer in on. `opened_through`: the last day that open_fund_days() began for them;
-- counts and `income_today` are of that day. `carry`: earned and not credited, in millionths of a cent.
create table fund_accounts (
  user_id bigint primary key references users (id),
  version bigint not null default 0,
  opened_through date not null,
  carry int not null default 0 check (carry between 0 and 999999),
  income bigint not null default 0 check (income >= 0),
  income_today bigint not null default 0 check (income_today >= 0),
  subscriptions int not null default 0,
  redemptions int not null default 0,
  instant bigint not null default 0,
  -- A new day changes nothing.
  idle boolean not null default true
) with (fillfactor = 50);
create index fund_accounts_due on fund_accounts (opened_through, user_id) where not idle;

create table fund_lots (
  id bigint generated always as identity (start with 900001) primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('transfer', 'income')),
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  status text not null,
  created_at bigint not null,
  -- The business day that it counts for; of income: the day that earned it.
  trade_day date not null,
  cancellable_until bigint not null,
  confirm_day date not null check (confirm_day > trade_day),
  confirmed_at bigint,
  ended_at bigint,
  check (status <> 'pending' or remaining = amount),
  check ((confirmed_at is null) = (status in ('pending', 'cancelled'))),
  check ((ended_at is not null) = (status in ('redeemed', 'cancelled'))),
  check ((remaining = 0) = (status in ('redeemed', 'cancelled')))
);
create index fund_lots_by_user on fund_lots (user_id, id desc);
create index fund_lots_pending on fund_lots (user_id, confirm_day, id) where status = 'pending';
create index fund_lots_confirmed on fund_lots (user_id, confirm_day, id) where status = 'confirmed';
create unique index fund_lots_income on fund_lots (user_id, trade_day) where kind = 'income';
create function fund_lots_begin() returns trigger language plpgsql as $$
begin
  raise exception 'a lot of % does not begin as %', new.kind, new.status using errcode = 'FT902';
end $$;
create trigger fund_lots_begin before insert on fund_lots for each row
  when (new.status <> case new.kind when 'income' then 'confirmed' else 'pending' end
    or new.remaining <> new.amount)
  execute function fund_lots_begin();
create trigger fund_lots_states before update or delete on fund_lots
  for each row execute function follow_states('pending',
    'pending>confirmed pending>cancelled confirmed>confirmed confirmed>redeemed',
    'status remaining confirmed_at ended_at');
create trigger fund_lots_no_truncate before truncate on fund_lots execute function refuse_change();

create table fund_redemptions (
  id bigint generated always as identity (start with 950001) primary key,
  user_id bigint not null references users (id),
  amount bigint not null check (amount > 0),
  speed text not null check (speed in ('instant', 'next_day')),
  status text not null,
  created_at bigint not null,
  trade_day date not null,
  cancellable_until bigint,
  -- The shares earn up to the day before.
  pay_day date not null,
  ended_at bigint,
  check (case speed when 'instant' then pay_day = fund_day(created_at) else pay_day > trade_day end),
  check ((cancellable_until is null) = (speed = 'instant')),
  check ((ended_at is null) = (status = 'requested'))
);
create index fund_redemptions_by_user on fund_redemptions (user_id, id desc);
create index fund_redemptions_waiting on fund_redemptions (user_id, pay_day, id)
  where status = 'requested';
create trigger fund_redemptions_states before insert or update or delete on fund_redemptions
  for each row execute function follow_states('requested',
    'requested>paid requested>cancelled', 'status ended_at');
create trigger fund_redemptions_no_truncate before truncate on fund_redemptions
  execute function refuse_change();

-- From which lots a redemption was paid: the oldest first.
create table fund_redemption_lots (
  redemption_id bigint not null references fund_redemptions (id),
  lot_id bigint not null references fund_lots (id),
  amount bigint not null check (amount > 0),
  primary key (redemption_id, lot_id)
);
create index fund_redemption_lots_by_lot on fund_redemption_lots (lot_id);
create trigger fund_redemption_lots_append_only before update or delete on fund_redemption_lots
  for each row execute function refuse_change();
create trigger fund_redemption_lots_no_truncate before truncate on fund_redemption_lots
  execute function refuse_change();

-- A day's income: exact, for what is not credited is carried.
create table fund_accruals (
  user_id bigint not null references users (id),
  day date not null,
  share bigint not null check (share > 0),
  daily_rate int not null,
  carry_before int not null check (carry_before between 0 and 999999),
  credited bigint not null check (credited >= 0),
  carry_after int not null check (carry_after between 0 and 999999),
  primary key (user_id, day),
  check (share * daily_rate + carry_before = credited * 1000000 + carry_after)
);
create trigger fund_accruals_append_only before update or delete on fund_accruals
  for each row execute function refuse_change();
create trigger fund_accruals_no_truncate before truncate on fund_accruals
  execute function refuse_change();

-- The caller holds the user's mutex in all that follows. FT409: the code, with its parameters as JSON in the detail.

-- Pays a redemption from the oldest lots; the posting is the caller's.
create function take_fund_lots(p_redemption fund_redemptions, p_at bigint) returns void
language plpgsql security definer as $$
declare
  total bigint;
begin
  with stock as (
    select id, remaining, coalesce(sum(remaining) over (order by confirm_day, id
      rows between unbounded preceding and 1 preceding), 0)::bigint as older
    from fund_lots where user_id = p_redemption.user_id and status = 'confirmed'
  ), taken as (
    insert into fund_redemption_lots
    select p_redemption.id, id, least(remaining, p_redemption.amount - older) from stock
    where older < p_redemption.amount
    returning lot_id, amount
  ), moved as (
    update fund_lots l set remaining = l.remaining - t.amount,
      status = case when l.remaining = t.amount then 'redeemed' else 'confirmed' end,
      ended_at = case when l.remaining = t.amount then p_at end
    from taken t where l.id = t.lot_id returning t.amount
  )
  select sum(amount) into total from moved;
  if total is distinct from p_redemption.amount then
    raise exception 'redemption % finds % in its lots', p_redemption.id, total using errcode = 'FT903';
  end if;
  update fund_redemptions set status = 'paid', ended_at = p_at where id = p_redemption.id;
end $$;

-- Whether a new day would change anything for this user.
create function fund_is_idle(p_user bigint) returns boolean language sql stable as $$
  select f.subscriptions = 0 and f.redemptions = 0 and f.income_today = 0
    and pending.balance = 0 and confirmed.balance = 0
  from fund_accounts f
  join accounts pending on pending.id = user_account(f.user_id, 'fund_pending')
  join accounts confirmed on confirmed.id = user_account(f.user_id, 'fund_confirmed')
  where f.user_id = p_user
$$;
create function touch_fund(p_user bigint) returns void language sql security definer as $$
  update fund_accounts set version = version + 1, idle = fund_is_idle(p_user) where user_id = p_user
$$;

-- Begins every day up to p_today that has not begun for this user yet, in order: income of the day before is credited,
-- redemptions due are paid, lots due are confirmed, counts begin anew. Each bears the moment at which its day began, so
-- that a late run leaves what daily runs would have left. Returns whether anything changed.
create function open_fund_days(p_user bigint, p_today date) returns boolean
language plpgsql security definer as $$
declare
  f fund_accounts;
  d date;
  at bigint;
  confirmed bigint;
  earned bigint;
  gain bigint;
  rate int;
  l fund_lots;
  r fund_redemptions;
  cash_account bigint := user_account(p_user, 'cash');
  pending_account bigint := user_account(p_user, 'fund_pending');
  confirmed_account bigint := user_account(p_user, 'fund_confirmed');
  kinds text[] := '{}';
  refs text[] := '{}';
  legs int[] := '{}';
  leg_accounts bigint[] := '{}';
  leg_amounts bigint[] := '{}';
begin
  select * into f from fund_accounts where user_id = p_user for update;
  if not found or f.opened_through >= p_today then return false; end if;
  select balance into strict confirmed from accounts where id = confirmed_account;
  while f.opened_through < p_today loop
    d := f.opened_through + 1;
    at := fund_day_start(d);
    gain := 0;
    if confirmed > 0 then
      rate := coalesce(fund_rate_of(d - 1), 0);
      earned := confirmed * rate + f.carry;
      gain := earned / 1000000;
      insert into fund_accruals
        values (p_user, d - 1, confirmed, rate, f.carry, gain, earned % 1000000);
      f.carry := earned % 1000000;
    end if;
    if gain > 0 then
      insert into fund_lots (user_id, kind, amount, remaining, status, created_at, trade_day,
          cancellable_until, confirm_day, confirmed_at)
        values (p_user, 'income', gain, gain, 'confirmed', at, d - 1, at, d, at);
      kinds := kinds || 'fund_income'::text;
      refs := refs || (p_user || ':' || (d - 1))::text;
      legs := legs || cardinality(kinds) || cardinality(kinds);
      leg_accounts := leg_accounts || array[2, confirmed_account];
      leg_amounts := leg_amounts || array[-gain, gain];
      confirmed := confirmed + gain;
    end if;
    for r in select * from fund_redemptions
      where user_id = p_user and status = 'requested' and pay_day <= d order by pay_day, id
    loop
      perform take_fund_lots(r, at);
      kinds := kinds || 'fund_redeem'::text;
      refs := refs || r.id::text;
      legs := legs || cardinality(kinds) || cardinality(kinds);
      leg_accounts := leg_accounts || array[cash_account, confirmed_account];
      leg_amounts := leg_amounts || array[r.amount, -r.amount];
      confirmed := confirmed - r.amount;
    end loop;
    for l in select * from fund_lots
      where user_id = p_user and status = 'pending' and confirm_day <= d order by confirm_day, id
    loop
      update fund_lots set status = 'confirmed', confirmed_at = at where id = l.id;
      kinds := kinds || 'fund_confirm'::text;
      refs := refs || l.id::text;
      legs := legs || cardinality(kinds) || cardinality(kinds);
      leg_accounts := leg_accounts || array[pending_account, confirmed_account];
      leg_amounts := leg_amounts || array[-l.amount, l.amount];
      confirmed := confirmed + l.amount;
    end loop;
    f.income := f.income + gain;
    f.income_today := gain;
    f.opened_through := d;
  end loop;
  if cardinality(kinds) > 0 then
    perform post(kinds, refs, array_fill(p_user, array[cardinality(kinds)]), legs,
      leg_accounts, leg_amounts);
  end if;
  update fund_accounts set opened_through = f.opened_through, carry = f.carry, income = f.income,
    income_today = f.income_today, subscriptions = 0, redemptions = 0, instant = 0
  where user_id = p_user;
  perform touch_fund(p_user);
  return true;
end $$;

-- The user's account with today begun; made where there is none.
create function fund_account(p_user bigint, p_today date) returns fund_accounts
language plpgsql security definer as $$
declare
  f fund_accounts;
begin
  insert into fund_accounts (user_id, opened_through) values (p_user, p_today)
    on conflict do nothing;
  perform open_fund_days(p_user, p_today);
  select * into strict f from fund_accounts where user_id = p_user for update;
  return f;
end $$;

create function fund_count_reached(p_limit int, p_today date) returns void language plpgsql as $$
begin
  raise exception 'daily_count_reached' using errcode = 'FT409',
    detail = json_build_object('limit', p_limit, 'resetsAt', fund_day_start(p_today + 1));
end $$;

-- p_lot: user_id, amount, created_at, trade_day, cancellable_until, confirm_day.
create function open_subscription(p_lot jsonb, p_daily int, p_holding_max bigint)
returns fund_lots language plpgsql security definer as $$
declare
  l fund_lots := jsonb_populate_record(null::fund_lots, p_lot);
  today date := fund_day(l.created_at);
  f fund_accounts := fund_account(l.user_id, today);
  held bigint;
  available bigint;
begin
  if f.subscriptions >= p_daily then perform fund_count_reached(p_daily, today); end if;
  select sum(balance) into strict held from accounts where id in
    (user_account(l.user_id, 'fund_pending'), user_account(l.user_id, 'fund_confirmed'));
  if held + l.amount > p_holding_max then
    raise exception 'fund_holding_limit' using errcode = 'FT409',
      detail = json_build_object('limit', money_text(p_holding_max));
  end if;
  select balance into strict available from accounts where id = user_account(l.user_id, 'cash');
  if available < l.amount then
    raise exception 'available_too_low' using errcode = 'FT409', detail = money_text(available);
  end if;
  insert into fund_lots (user_id, kind, amount, remaining, status, created_at, trade_day,
      cancellable_until, confirm_day)
    values (l.user_id, 'transfer', l.amount, l.amount, 'pending', l.created_at, l.trade_day,
      l.cancellable_until, l.confirm_day)
    returning * into l;
  perform post(array['fund_subscribe'], array[l.id::text], array[l.user_id], array[1, 1],
    array[user_account(l.user_id, 'cash'), user_account(l.user_id, 'fund_pending')],
    array[-l.amount, l.amount]);
  update fund_accounts set subscriptions = subscriptions + 1 where user_id = l.user_id;
  perform touch_fund(l.user_id);
  return l;
end $$;

create function cancel_subscription(p_id bigint, p_at bigint) returns fund_lots
language plpgsql security definer as $$
declare
  l fund_lots;
begin
  select * into strict l from fund_lots where id = p_id;
  perform fund_account(l.user_id, fund_day(p_at));
  select * into strict l from fund_lots where id = p_id for update;
  if l.status <> 'pending' then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', l.status);
  end if;
  if p_at >= l.cancellable_until then
    raise exception 'cut_off_passed' using errcode = 'FT409',
      detail = json_build_object('cutOffAt', l.cancellable_until);
  end if;
  update fund_lots set status = 'cancelled', remaining = 0, ended_at = p_at
    where id = p_id returning * into l;
  perform post(array['fund_cancel'], array[l.id::text], array[l.user_id], array[1, 1],
    array[user_account(l.user_id, 'cash'), user_account(l.user_id, 'fund_pending')],
    array[l.amount, -l.amount]);
  perform touch_fund(l.user_id);
  return l;
end $$;

-- p_redemption: user_id, amount, speed, created_at, trade_day, cancellable_until, pay_day.
create function open_redemption(p_redemption jsonb, p_daily int, p_instant_max bigint)
returns fund_redemptions language plpgsql security definer as $$
declare
  r fund_redemptions := jsonb_populate_record(null::fund_redemptions, p_redemption);
  today date := fund_day(r.created_at);
  f fund_accounts := fund_account(r.user_id, today);
  redeemable bigint;
begin
  if f.redemptions >= p_daily then perform fund_count_reached(p_daily, today); end if;
  select a.balance - coalesce((select sum(amount) from fund_redemptions
      where user_id = r.user_id and status = 'requested'), 0)
    into strict redeemable
    from accounts a where a.id = user_account(r.user_id, 'fund_confirmed');
  if redeemable < r.amount then
    raise exception 'redeemable_too_low' using errcode = 'FT409',
      detail = json_build_object('redeemable', money_text(redeemable));
  end if;
  if r.speed = 'instant' and f.instant + r.amount > p_instant_max then
    raise exception 'instant_limit_reached' using errcode = 'FT409',
      detail = json_build_object('remaining', money_text(greatest(0, p_instant_max - f.instant)),
        'resetsAt', fund_day_start(today + 1));
  end if;
  insert into fund_redemptions (user_id, amount, speed, status, created_at, trade_day,
      cancellable_until, pay_day)
    values (r.user_id, r.amount, r.speed, 'requested', r.created_at, r.trade_day,
      r.cancellable_until, r.pay_day)
    returning * into r;
  if r.speed = 'instant' then
    perform take_fund_lots(r, r.created_at);
    perform post(array['fund_redeem'], array[r.id::text], array[r.user_id], array[1, 1],
      array[user_account(r.user_id, 'cash'), user_account(r.user_id, 'fund_confirmed')],
      array[r.amount, -r.amount]);
    select * into strict r from fund_redemptions where id = r.id;
  end if;
  update fund_accounts set redemptions = redemptions + 1,
    instant = instant + case r.speed when 'instant' then r.amount else 0 end
  where user_id = r.user_id;
  perform touch_fund(r.user_id);
  return r;
end $$;

create function cancel_redemption(p_id bigint, p_at bigint) returns fund_redemptions
language plpgsql security definer as $$
declare
  r fund_redemptions;
begin
  select * into strict r from fund_redemptions where id = p_id;
  perform fund_account(r.user_id, fund_day(p_at));
  select * into strict r from fund_redemptions where id = p_id for update;
  if r.status <> 'requested' then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', r.status);
  end if;
  if p_at >= r.cancellable_until then
    raise exception 'cut_off_passed' using errcode = 'FT409',
      detail = json_build_object('cutOffAt', r.cancellable_until);
  end if;
  update fund_redemptions set status = 'cancelled', ended_at = p_at
    where id = p_id returning * into r;
  perform touch_fund(r.user_id);
  return r;
end $$;

-- The balance topic's state of each user, as contract/account.ts shapes it. `practiceNextAt`: null for now.
create or replace function balance_states(p_users bigint[])
returns table (user_id bigint, state text)
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  select cash.user_id, json_build_object(
    'version', cash.version + stake.version + held.version + pending.version + confirmed.version,
    'available', money_text(cash.balance), 'staked', money_text(stake.balance),
    'held', money_text(held.balance),
    'fund', money_text(pending.balance + confirmed.balance),
    'total', money_text(cash.balance + stake.balance + held.balance
      + pending.balance + confirmed.balance),
    'profitAndLoss', money_text(r.profit_and_loss),
    'today', json_build_object('profitAndLoss', money_text(
      case when r.day = (now() at time zone 'utc')::date then r.day_profit_and_loss else 0 end),
      'endsAt', next_utc_day_ms()),
    'practiceNextAt', (select next_utc_day_ms() from transfers
      where kind = 'practice_issue' and ref = practice_ref(u.id)))::text
  from unnest(p_users) u (id)
  join accounts cash on cash.id = user_account(u.id, 'cash')
  join accounts stake on stake.id = user_account(u.id, 'stake')
  join accounts held on held.id = user_account(u.id, 'withdrawal_hold')
  join accounts pending on pending.id = user_account(u.id, 'fund_pending')
  join accounts confirmed on confirmed.id = user_account(u.id, 'fund_confirmed')
  join user_results r on r.user_id = u.id;
end $$;
