-- The price log in daily partitions (server/migrations/0002_prices.sql), which leave the database once files hold
-- them (server/archive).

-- The name of a day's partition of a log.
create or replace function tick_partition(p_log text, p_day date) returns text language sql immutable as $$
  select p_log || '_' || to_char(p_day, 'YYYYMMDD')
$$;

-- The UTC day of a moment in ms.
create or replace function tick_day(p_at bigint) returns date language sql immutable as $$
  select date '1970-01-01' + (p_at / 86400000)::int
$$;

-- Makes the partitions of a day, unless there is one that holds it. To attach them stops no one who reads or writes. No
-- role gets a right to them: they read the logs. Each has an index by number, as no index can cover all days by it.
create or replace function make_tick_day(p_day date) returns void language plpgsql as $$
declare
  low constant bigint := (p_day - date '1970-01-01') * 86400000::bigint;
  high constant bigint := low + 86400000;
  log text;
  part text;
begin
  if exists (select from tick_days where from_ms < high and until_ms > low) then return; end if;
  insert into tick_days (day, from_ms, until_ms) values (p_day, low, high) on conflict do nothing;
  if not found then return; end if;
  foreach log in array array['ticks', 'tick_inputs'] loop
    part := tick_partition(log, p_day);
    execute format('create table %I (like %I including constraints, primary key (product_id, seq))', part, log);
    execute format('create trigger %I before truncate on %I execute function refuse_change()',
      log || '_no_truncate', part);
    execute format('alter table %I attach partition %I for values from (%s) to (%s)', log, part, low, high);
  end loop;
end $$;

-- From when on the database has all records: the end of the newest day that was dropped, in ms. What an order near a
-- day's beginning follows from may be on the day before, so the checks by SQL begin an hour later.
create or replace function ticks_kept_from() returns bigint language sql stable as $$
  select coalesce(max(until_ms), 0) from tick_days where dropped_at is not null
$$;
create or replace function ticks_checked_from() returns bigint language sql stable as $$
  select ticks_kept_from() + 3600000
$$;

-- Closes the oldest day that ended an hour ago by the market's time: it takes no more records, so its ends are final.
-- Waits until the appends that run have ended, and those that follow see that it is closed. Returns the day, if there is
-- one.
create or replace function close_tick_day() returns date language plpgsql security definer
set lock_timeout = '100ms' as $$
declare
  at_ms constant bigint := market_now();
  ended tick_days;
  product smallint;
begin
  select * into ended from tick_days where closed_at is null and until_ms <= at_ms - 3600000 order by from_ms limit 1;
  if ended is null then return null; end if;
  lock table tick_heads in share mode;
  update tick_days set closed_at = at_ms where day = ended.day;
  for product in select product_id from tick_heads loop
    insert into tick_day_ends
    select ended.day, product, first.seq, last.seq, first.time_ms, last.time_ms, coalesce(
        (select last_hash from tick_day_ends where product_id = product and last_seq = first.seq - 1),
        decode(repeat('0', 64), 'hex')), last.hash
    from (
      select seq, time_ms from ticks where product_id = product
        and time_ms >= ended.from_ms and time_ms < ended.until_ms order by time_ms, seq limit 1
    ) first, (
      select seq, time_ms, hash from ticks where product_id = product
        and time_ms >= ended.from_ms and time_ms < ended.until_ms order by time_ms desc, seq desc limit 1
    ) last;
  end loop;
  insert into tick_breaks
  select product_id, seq, time_ms, kind, reason, from_ms, written_ms from ticks
  where kind in (2, 3, 5) and time_ms >= ended.from_ms and time_ms < ended.until_ms;
  return ended.day;
end $$;

-- Notes that the files of a closed day were written and read back. p_manifest: the SHA-256 of their manifest.
create or replace function note_archived_day(p_day date, p_manifest bytea) returns void language plpgsql
security definer as $$
begin
  update tick_days set manifest = p_manifest, archived_at = market_now()
  where day = p_day and closed_at is not null and archived_at is null;
  if not found then raise exception 'day % cannot be archived', p_day using errcode = 'FT900'; end if;
end $$;

-- The orders that the records of a day hold, and those that started on it before orders were in the log.
create or replace function orders_of_tick_day(p_day date) returns bigint[] language sql stable as $$
  select coalesce(array_agg(held.id), '{}') from (
    select h.order_id as id from tick_day_ends e
    join order_records h on h.product_id = e.product_id and h.seq between e.first_seq and e.last_seq
    where e.day = p_day
    union all
    select o.id from tick_days d
    join orders o on coalesce(o.starts_at, o.accepted_at) >= d.from_ms and coalesce(o.starts_at, o.accepted_at) < d.until_ms
    where d.day = p_day and o.salt is null
  ) held
$$;

-- Checks the orders of the oldest closed day for which that was not done, unless one of them can still change. Returns
-- the day, if its orders follow from the log or are frozen for what does not.
create or replace function check_tick_day() returns date language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_sort = off set enable_bitmapscan = off as $$
declare
  closed tick_days;
  order_ids bigint[];
begin
  select * into closed from tick_days where closed_at is not null and checked_at is null order by from_ms limit 1;
  if closed is null then return null; end if;
  order_ids := orders_of_tick_day(closed.day);
  if exists (select from orders where id = any(order_ids) and status in ('open', 'live'))
    or exists (
      select from order_faults f where f.order_id = any(order_ids) and not exists (
        select from frozen z where z.scope = f.scope and z.subject = f.subject
          and z.accepted @> jsonb_build_array(jsonb_build_object('invariant', f.invariant, 'detail', f.detail))))
    or exists (
      select from order_refusals r left join refusal_outcomes o on o.refusal_id = r.id
      where o.refusal_id is null and r.starts_at < closed.until_ms) then
    return null;
  end if;
  update tick_days set checked_at = market_now() where day = closed.day;
  return closed.day;
end $$;

-- Drops the oldest day that ended p_days days ago, at least two, once it is archived, its orders and those of the day after
-- it are checked, and none of them is frozen. Orders wait for the lock that this takes, so it gives up soon, and is called
-- again later. Returns the day and its bytes, if there was one.
create or replace function drop_tick_day(p_days int) returns table (dropped date, bytes bigint) language plpgsql
security definer set lock_timeout = '100ms' as $$
declare
  at_ms constant bigint := market_now();
  oldest tick_days;
  next_day tick_days;
begin
  select * into oldest from tick_days where dropped_at is null order by from_ms limit 1;
  select * into next_day from tick_days where from_ms >= oldest.until_ms order by from_ms limit 1;
  if (oldest.until_ms <= at_ms - greatest(p_days, 2) * 86400000::bigint
      and oldest.archived_at is not null and oldest.checked_at is not null and next_day.checked_at is not null) is not true
    or exists (
      select from frozen f where f.scope = 'order' and f.ended_at is null
        and f.subject = any(orders_of_tick_day(oldest.day) || orders_of_tick_day(next_day.day))) then
    return;
  end if;
  lock table ticks, tick_inputs in access exclusive mode;
  dropped := oldest.day;
  bytes := pg_total_relation_size(tick_partition('ticks', dropped)::regclass)
    + pg_total_relation_size(tick_partition('tick_inputs', dropped)::regclass);
  execute format('drop table %I, %I', tick_partition('ticks', dropped), tick_partition('tick_inputs', dropped));
  update tick_days set dropped_at = at_ms where day = dropped;
  return next;
end $$;
