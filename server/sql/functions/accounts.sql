-- The limits that users set for themselves.

-- Trigger. A limit is never looser than it was before its day has passed, and a pause is never shortened, no matter
-- which code writes the row.
create or replace function own_limits_only_tighten() returns trigger language plpgsql as $$
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

-- Trigger. Records every change of a user's own limits.
create or replace function own_limits_remember() returns trigger language plpgsql security definer as $$
begin
  insert into own_limit_changes (user_id, kind, value, next_value, next_at, at)
    values (new.user_id, new.kind, new.value, new.next_value, new.next_at, new.changed_at);
  return null;
end $$;

-- One row: the limits in force at p_at, each null if there is none. Reads one row by primary key.
create or replace function own_limits_at(p_user bigint, p_at bigint) returns table (
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

-- Raises FT409 for the first of the user's own limits that refuses the order, and for guests while a user of their
-- device is on a break. Every open stake counts as lost until it is settled, so no number of open positions can exceed
-- the daily loss. The caller holds the user's mutex.
create or replace function check_own_limits(p_user bigint, p_stake bigint, p_at bigint)
returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  own record;
  room bigint;
begin
  perform refuse_paused(guest_paused_until(p_user, p_at));
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

-- Trigger. A user's key never changes. It ends once, and then for ever; the keys of what users need for good end with
-- the account alone.
create or replace function user_keys_rule() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.purpose, new.created_at) is distinct from (old.id, old.user_id, old.purpose, old.created_at)
    or new.wrapped is distinct from old.wrapped and (new.wrapped is not null
      or old.purpose not in ('photos', 'proofs') and not is_closed(old.user_id))
    or new.wrapped is not null and new.destroyed_at is distinct from old.destroyed_at then
    raise exception 'a key does not change' using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger user_keys_fixed before update on user_keys
  for each row execute function user_keys_rule();
create or replace trigger user_mutex_fixed before update on user_mutex for each row execute function refuse_change();

-- Stores a limit of the user whose live session has this secret, of which the table has the hash. Not an upsert, whose
-- guard would see an insert first, as if the user had no limit. Raises FT409 not_logged_in without such a session.
create or replace function set_own_limit(
  p_user bigint, p_secret text, p_kind text, p_value bigint, p_next_value bigint, p_next_at bigint, p_at bigint
) returns void language plpgsql security definer as $$
begin
  perform require_session(p_user, p_secret, p_at);
  update own_limits set value = p_value, next_value = p_next_value, next_at = p_next_at, changed_at = p_at
    where user_id = p_user and kind = p_kind;
  if not found then
    insert into own_limits (user_id, kind, value, next_value, next_at, changed_at)
      values (p_user, p_kind, p_value, p_next_value, p_next_at, p_at);
  end if;
end $$;
