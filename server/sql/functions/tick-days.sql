-- The price log in daily partitions (server/migrations/0064_tick_days.sql).

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
