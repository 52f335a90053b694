-- Limits that users set for themselves: tighter at once, looser after a day, held by triggers and inside the functions
-- that take orders and deposits. `time_out` and `exclusion` keep in `value` when they end.

create table own_limits (
  user_id bigint not null references users (id),
  kind text not null check (kind in ('stake', 'daily_loss', 'daily_deposit', 'open_positions',
    'session_minutes', 'time_out', 'exclusion')),
  -- Null: none.
  value bigint check (value > 0),
  next_value bigint check (next_value > 0),
  -- When `next_value` holds, ms; null: nothing is pending.
  next_at bigint,
  -- Market clock, ms.
  changed_at bigint not null,
  primary key (user_id, kind),
  check (next_value is null or next_at is not null),
  check (kind not in ('time_out', 'exclusion') or (value is not null and next_at is null))
);

create table own_limit_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null,
  value bigint,
  next_value bigint,
  next_at bigint,
  at bigint not null
);
create index own_limit_changes_by_user on own_limit_changes (user_id, id desc);
create trigger own_limit_changes_append_only before update or delete on own_limit_changes
  for each row execute function refuse_change();
create trigger own_limit_changes_no_truncate before truncate on own_limit_changes
  execute function refuse_change();

-- Whoever writes the row: a limit is never looser than it was before its day has passed, and a pause never shorter.
create function own_limits_only_tighten() returns trigger language plpgsql as $$
declare
  in_force bigint;
begin
  if tg_op = 'DELETE' then
    raise exception 'own limits are never deleted' using errcode = 'FT900';
  end if;
  if tg_op = 'INSERT' then
    if new.next_at is not null then
      raise exception 'nothing is there to be loosened' using errcode = 'FT900';
    end if;
    return new;
  end if;
  in_force := case when old.next_at <= new.changed_at then old.next_value else old.value end;
  if (new.user_id, new.kind) is distinct from (old.user_id, old.kind)
    or new.changed_at < old.changed_at
    or (new.kind in ('time_out', 'exclusion') and new.value < old.value)
    or (new.kind not in ('time_out', 'exclusion') and in_force is not null
      and (new.value is null or new.value > in_force))
    or ((new.next_value, new.next_at) is distinct from (old.next_value, old.next_at)
      and new.next_at < new.changed_at + 86400000) then
    raise exception 'limit % of user % is not loosened', old.kind, old.user_id
      using errcode = 'FT900';
  end if;
  return new;
end $$;
create trigger own_limits_guard before insert or update or delete on own_limits
  for each row execute function own_limits_only_tighten();
create trigger own_limits_no_truncate before truncate on own_limits
  execute function refuse_change();

create function own_limits_remember() returns trigger language plpgsql security definer as $$
begin
  insert into own_limit_changes (user_id, kind, value, next_value, next_at, at)
    values (new.user_id, new.kind, new.value, new.next_value, new.next_at, new.changed_at);
  return null;
end $$;
create trigger own_limits_history after insert or update on own_limits
  for each row execute function own_limits_remember();

-- One row: what is in force at a moment; null where there is none. One look along the primary key.
create function own_limits_at(p_user bigint, p_at bigint) returns table (
  paused_until bigint, stake bigint, daily_loss bigint, daily_deposit bigint, open_positions bigint
) language sql stable as $$
  select max(i.value) filter (where i.kind in ('time_out', 'exclusion') and i.value > p_at),
    max(i.value) filter (where i.kind = 'stake'),
    max(i.value) filter (where i.kind = 'daily_loss'),
    max(i.value) filter (where i.kind = 'daily_deposit'),
    max(i.value) filter (where i.kind = 'open_positions')
  from (
    select l.kind, case when l.next_at <= p_at then l.next_value else l.value end as value
    from own_limits l where l.user_id = p_user
  ) i
$$;

-- The caller holds the user's mutex. FT409 for the first own limit that refuses the order. Every open stake counts as
-- lost until it is settled, so that no number of open positions can pass the daily loss.
create function check_own_limits(p_user bigint, p_stake bigint, p_at bigint)
returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  own record;
  room bigint;
begin
  select * into strict own from own_limits_at(p_user, p_at);
  if own.paused_until is not null then
    raise exception 'trading_paused' using errcode = 'FT409',
      detail = json_build_object('until', own.paused_until);
  end if;
  if p_stake > own.stake then
    raise exception 'own_stake_limit' using errcode = 'FT409',
      detail = json_build_object('limit', money_text(own.stake));
  end if;
  if own.open_positions is not null and own.open_positions <= (
      select count(*) from orders where user_id = p_user and status in ('open', 'live')) then
    raise exception 'own_positions_limit' using errcode = 'FT409',
      detail = json_build_object('limit', own.open_positions);
  end if;
  if own.daily_loss is not null then
    select own.daily_loss - a.balance - greatest(0, coalesce(-r.day_profit_and_loss, 0)) into room
      from accounts a
      left join user_results r on r.user_id = p_user and r.day >= fund_day(p_at)
      where a.id = user_account(p_user, 'stake');
    if p_stake > room then
      raise exception 'own_loss_limit' using errcode = 'FT409', detail = json_build_object(
        'limit', money_text(own.daily_loss), 'left', money_text(greatest(0, room)),
        'resetsAt', utc_day_start_ms(p_at) + 86400000);
    end if;
  end if;
end $$;

-- As before, with the own limits between the mutex and the product's limits: one look more for who has none.
create or replace function place_order(
  p_order jsonb, p_body_hash bytea, p_response text, p_event text,
  p_max_positions int, p_max_open_stake bigint
) returns table (replayed text, user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  o orders := jsonb_populate_record(null::orders, p_order || '{"status":"open"}');
  stored text;
  alive record;
  available bigint;
begin
  stored := claim_key(o.user_id, 'order', o.intent_key, p_body_hash, p_response);
  if stored is not null then
    return query select stored, null::bigint, null::text, null::bigint, null::text;
    return;
  end if;
  perform 1 from user_mutex m where m.user_id = o.user_id for update;

  if exists (select 1 from own_limits l where l.user_id = o.user_id) then
    perform check_own_limits(o.user_id, o.stake, o.accepted_at);
  end if;
  select count(*) as positions, coalesce(sum(x.stake), 0) as stake into alive from orders x
    where x.user_id = o.user_id and x.product_id = o.product_id and x.status in ('open', 'live');
  if alive.positions >= p_max_positions then
    raise exception 'too_many_positions' using errcode = 'FT409', detail = p_max_positions::text;
  end if;
  if alive.stake + o.stake > p_max_open_stake then
    raise exception 'open_stake_limit' using errcode = 'FT409', detail = money_text(p_max_open_stake);
  end if;
  select balance into strict available from accounts where id = user_account(o.user_id, 'cash');
  if available < o.stake then
    raise exception 'available_too_low' using errcode = 'FT409', detail = money_text(available);
  end if;

  insert into orders select (o).*;
  perform post(array['order_stake'], array[o.id::text], array[o.user_id], array[1, 1],
    array[user_account(o.user_id, 'cash'), user_account(o.user_id, 'stake')],
    array[-o.stake, o.stake]);
  return query select null::text, e.* from outbox_append(
    array[o.user_id, o.user_id], array['positions', 'balance'],
    array[p_event, balance_state(o.user_id)]) e;
end $$;

-- As before, with the user's own pause and own daily limit first; what was rejected or cancelled brought no money.
create or replace function open_deposit(
  p_user bigint, p_method text, p_amount bigint, p_proof bigint, p_at bigint,
  p_max_in_review int, p_daily int
) returns deposits language plpgsql security definer as $$
declare
  own record;
  room bigint;
  made deposits;
begin
  select * into strict own from own_limits_at(p_user, p_at);
  if own.paused_until is not null then
    raise exception 'trading_paused' using errcode = 'FT409',
      detail = json_build_object('until', own.paused_until);
  end if;
  if own.daily_deposit is not null then
    select own.daily_deposit - coalesce(sum(amount), 0) into room from deposits
      where user_id = p_user and created_at >= utc_day_start_ms(p_at)
        and status in ('submitted', 'review', 'approved');
    if p_amount > room then
      raise exception 'own_deposit_limit' using errcode = 'FT409', detail = json_build_object(
        'limit', money_text(own.daily_deposit), 'left', money_text(greatest(0, room)),
        'resetsAt', utc_day_start_ms(p_at) + 86400000);
    end if;
  end if;
  if (select count(*) from deposits
      where user_id = p_user and status in ('submitted', 'review')) >= p_max_in_review then
    raise exception 'too_many_in_review' using errcode = 'FT409',
      detail = json_build_object('limit', p_max_in_review);
  end if;
  if (select count(*) from deposits
      where user_id = p_user and created_at >= utc_day_start_ms(p_at)) >= p_daily then
    raise exception 'daily_count_reached' using errcode = 'FT409',
      detail = json_build_object('limit', p_daily, 'resetsAt', utc_day_start_ms(p_at) + 86400000);
  end if;
  insert into deposits (user_id, method, amount, proof, status, created_at)
    values (p_user, p_method, p_amount, p_proof, 'submitted', p_at) returning * into made;
  return made;
end $$;
