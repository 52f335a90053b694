-- The balance fund: days, lots, transfers and redemptions.

-- The fund's day of a moment (UTC).
create or replace function fund_day(p_at bigint) returns date language sql immutable as $$
  select date '1970-01-01' + (p_at / 86400000)::int
$$;

-- The moment at which a fund day starts, in ms.
create or replace function fund_day_start(p_day date) returns bigint language sql immutable as $$
  select (p_day - date '1970-01-01')::bigint * 86400000
$$;

-- The daily rate in force on a day, in millionths; null if none has been published.
create or replace function fund_rate_of(p_day date) returns int language sql stable as $$
  select daily_rate from fund_rates where from_day <= p_day order by from_day desc limit 1
$$;

-- Trigger. Refuses lots whose first status is not the one of their kind.
create or replace function fund_lots_begin() returns trigger language plpgsql as $$
begin
  raise exception 'a lot of % does not begin as %', new.kind, new.status using errcode = 'FT902';
end $$;

-- Pays a redemption from the oldest lots. The caller posts the entries.
create or replace function take_fund_lots(p_redemption fund_redemptions, p_at bigint) returns void
language plpgsql as $$
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

-- Whether a new day would change nothing for this user.
create or replace function fund_is_idle(p_user bigint) returns boolean language sql stable as $$
  select f.subscriptions = 0 and f.redemptions = 0 and f.income_today = 0
    and pending.balance = 0 and confirmed.balance = 0
  from fund_accounts f
  join accounts pending on pending.id = user_account(f.user_id, 'fund_pending')
  join accounts confirmed on confirmed.id = user_account(f.user_id, 'fund_confirmed')
  where f.user_id = p_user
$$;

-- Counts a change of the user's fund, so that readers know that what they hold is out of date.
create or replace function touch_fund(p_user bigint) returns void language sql as $$
  update fund_accounts set version = version + 1, idle = fund_is_idle(p_user) where user_id = p_user
$$;

-- Opens every day up to p_today that has not been opened for this user, in order: credits the income of the day
-- before, pays due redemptions, confirms due lots and resets the counts. Each is dated with the start of its day,
-- so a late run leaves what daily runs would have left. Returns whether anything changed. No day is opened that is over
-- a day after the newest checkpoint and price.
create or replace function open_fund_days(p_user bigint, p_today date) returns boolean
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
  signed bigint := (select time_ms from checkpoints order by number desc limit 1);
begin
  if p_today > fund_day(greatest(signed, (select max(newest_record_ms(id)) from products where signed is not null))) + 1
  then
    raise exception 'unavailable' using errcode = 'FT503', hint = 'The day is after the newest checkpoint.';
  end if;
  select * into f from fund_accounts where user_id = p_user for update;
  if not found or f.opened_through >= p_today then return false; end if;
  if f.idle then
    update fund_accounts set opened_through = p_today where user_id = p_user;
    return false;
  end if;
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

-- The user's fund account with today opened; created if there is none.
create or replace function fund_account(p_user bigint, p_today date) returns fund_accounts
language plpgsql as $$
declare
  f fund_accounts;
begin
  -- Also for what posts nothing: while the ledger is in doubt no document changes.
  if exists (select 1 from ledger_halts where lifted_at is null) then
    perform refuse_halted();
  end if;
  perform refuse_frozen('fund', null, p_user);
  insert into fund_accounts (user_id, opened_through) values (p_user, p_today)
    on conflict do nothing;
  perform open_fund_days(p_user, p_today);
  select * into strict f from fund_accounts where user_id = p_user for update;
  -- The clock went back over a midnight: what that day brought stands already.
  if f.opened_through > p_today then raise exception 'unavailable' using errcode = 'FT503'; end if;
  return f;
end $$;

-- Raises FT409: the day's number of commands is used up. The parameters name the day on which the count restarts.
create or replace function fund_count_reached(p_limit int, p_today date) returns void language plpgsql as $$
begin
  raise exception 'daily_count_reached' using errcode = 'FT409',
    detail = json_build_object('limit', p_limit, 'resetsAt', fund_day_start(p_today + 1));
end $$;

-- Stores a transfer into the fund. p_lot: user_id, amount, created_at, trade_day, cancellable_until, confirm_day.
create or replace function open_subscription(p_lot jsonb, p_daily int, p_holding_max bigint)
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

-- Cancels a transfer into the fund before its cut-off and returns the money.
create or replace function cancel_subscription(p_id bigint, p_at bigint) returns fund_lots
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

-- Stores a redemption. p_redemption: user_id, amount, speed, created_at, trade_day, cancellable_until, pay_day.
create or replace function open_redemption(p_redemption jsonb, p_daily int, p_instant_max bigint)
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

-- Cancels a next-day redemption before its cut-off; the lots stay as they are.
create or replace function cancel_redemption(p_id bigint, p_at bigint) returns fund_redemptions
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
