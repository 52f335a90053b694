-- What moves the fund: a user's days, transfers in and withdrawals, each with its posting in the ledger.

-- The caller holds the user's mutex in all that follows. FT409: the code, with its parameters as JSON in the detail.
-- Functions without a definer's rights are for those with them: nobody else may write what they write.

-- Pays a redemption from the oldest lots; the posting is the caller's.
create function take_fund_lots(p_redemption fund_redemptions, p_at bigint) returns void
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

-- Whether a new day would change anything for this user.
create function fund_is_idle(p_user bigint) returns boolean language sql stable as $$
  select f.subscriptions = 0 and f.redemptions = 0 and f.income_today = 0
    and pending.balance = 0 and confirmed.balance = 0
  from fund_accounts f
  join accounts pending on pending.id = user_account(f.user_id, 'fund_pending')
  join accounts confirmed on confirmed.id = user_account(f.user_id, 'fund_confirmed')
  where f.user_id = p_user
$$;
create function touch_fund(p_user bigint) returns void language sql as $$
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

-- The user's account with today begun; made where there is none.
create function fund_account(p_user bigint, p_today date) returns fund_accounts
language plpgsql as $$
declare
  f fund_accounts;
begin
  -- Also for what posts nothing: while the ledger is in doubt no document changes.
  if exists (select 1 from ledger_halts where lifted_at is null) then
    raise exception 'money_writes_halted' using errcode = 'FT503';
  end if;
  insert into fund_accounts (user_id, opened_through) values (p_user, p_today)
    on conflict do nothing;
  perform open_fund_days(p_user, p_today);
  select * into strict f from fund_accounts where user_id = p_user for update;
  -- The clock went back over a midnight: what that day brought stands already.
  if f.opened_through > p_today then raise exception 'unavailable' using errcode = 'FT503'; end if;
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
