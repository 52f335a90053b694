-- How long rows are kept, and what removes them. The moments come from the newest checkpoint, so that no caller can make
-- anything old. All is repeated by a worker (server/retention), and each call does little.

-- How long each kind of rows is kept, in ms (contract/retention.ts).
create or replace function kept_ms(p_what text) returns bigint language sql immutable as $$
  select case p_what
    when 'outbox' then 172800000
    when 'answers' then 604800000
    when 'sessions' then 15552000000
    when 'tickets' then 86400000
    when 'reports' then 2592000000
    when 'outlet' then 2592000000
  end
$$;

-- The market's time, in ms. Null before the first checkpoint.
create or replace function market_now() returns bigint language sql stable as $$
  select time_ms from checkpoints order by number desc limit 1
$$;

-- The day of the market that is written to. Not in plain SQL, whose plan would be made once per order.
create or replace function market_day() returns date language plpgsql stable as $$
begin
  return (select day from market_days where started_at is not null order by day desc limit 1);
end $$;

-- What is written is of that day.
alter table outbox alter column day set default market_day();
alter table outbox_heads alter column day set default market_day();
alter table idempotency alter column day set default market_day();

-- The first day that has to be kept: all days before it are over for as long as these rows are kept.
create or replace function first_kept_day(p_what text) returns date language sql stable as $$
  select max(day) from market_days where started_at <= market_now() - kept_ms(p_what)
$$;

-- The name of a day's partition.
create or replace function outbox_partition(p_day date) returns text language sql immutable as $$
  select 'outbox_' || to_char(p_day, 'YYYYMMDD')
$$;

-- Makes the partition of a day. To attach it stops no one who reads or writes. No role gets a right to it: they read
-- the outbox.
create or replace function make_outbox_day(p_day date) returns void language plpgsql as $$
begin
  insert into market_days (day) values (p_day) on conflict do nothing;
  if not found then return; end if;
  execute format('create table %I (like outbox including defaults, primary key (user_id, topic, seq))',
    outbox_partition(p_day));
  execute format('alter table outbox attach partition %I for values from (%L) to (%L)',
    outbox_partition(p_day), p_day, p_day + 1);
end $$;

-- Starts the market's day when it has begun, and makes the partitions of the next one. Releases the days whose events
-- need not be kept. Returns the day that was started, if any.
create or replace function start_market_day() returns date language plpgsql security definer
set lock_timeout = '100ms' as $$
declare
  at_ms constant bigint := market_now();
  today constant date := fund_day(at_ms);
begin
  if today is null then return null; end if;
  update market_days set released_at = at_ms where released_at is null and day < first_kept_day('outbox');
  if today <= market_day() then return null; end if;
  perform make_outbox_day(today);
  perform make_outbox_day(today + 1);
  perform make_tick_day(today + 1);
  update market_days set started_at = at_ms where day = today;
  return today;
end $$;

-- Drops the oldest partition that was released a quarter of an hour ago: a check takes ten minutes at most, so none that
-- still asks for the events has begun before that. Orders wait for the lock that this takes, so it gives up soon, and is
-- called again later. Returns the day and its bytes, if there was one.
create or replace function drop_outbox_day() returns table (dropped date, bytes bigint) language plpgsql security definer
set lock_timeout = '100ms' as $$
declare
  at_ms constant bigint := market_now();
begin
  select day into dropped from market_days where dropped_at is null and released_at <= at_ms - 900000
    order by day limit 1;
  if dropped is null then return; end if;
  lock table outbox in access exclusive mode;
  bytes := pg_total_relation_size(outbox_partition(dropped)::regclass);
  execute format('drop table %I', outbox_partition(dropped));
  update market_days set dropped_at = at_ms where day = dropped;
  return next;
end $$;

-- Trigger. The answer of a key is written once, and later removed once, when it is old enough.
create or replace function answer_once() returns trigger language plpgsql as $$
begin
  if new.response is null and old.removed is null and new.removed >= new.day + 7
    and (new.user_id, new.operation, new.key, new.body_hash, new.day)
      = (old.user_id, old.operation, old.key, old.body_hash, old.day) then
    return new;
  end if;
  raise exception 'an answer is written once' using errcode = 'FT900';
end $$;

-- Removes the text of old answers, the oldest first, p_rows at most. A command that is repeated later is refused
-- (claim_key). Returns how many.
create or replace function sweep_answers(p_rows int) returns int language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  swept int;
begin
  update idempotency set response = null, removed = market_day()
  where ctid = any (array(
    select i.ctid from idempotency i where i.response is not null and i.day < first_kept_day('answers')
    order by i.day limit least(p_rows, 1000) for update skip locked));
  get diagnostics swept = row_count;
  return swept;
end $$;

-- Removes address and browser of sessions that ended long ago, p_rows at most. Keys of devices and proofs refer to the
-- session, so it stays. Returns how many.
create or replace function sweep_sessions(p_rows int) returns int language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ended constant timestamptz := to_timestamp((market_now() - kept_ms('sessions')) / 1000.0);
  swept int;
begin
  update sessions set address = '', user_agent = ''
  where id = any (array(
    select s.id from sessions s where (s.address <> '' or s.user_agent <> '')
      and s.created_at < ended and least(s.revoked_at, s.expires_at) < ended
    order by s.created_at limit least(p_rows, 1000) for update skip locked));
  get diagnostics swept = row_count;
  return swept;
end $$;

-- Whether a session or a change of a password has a ticket as its evidence.
create or replace function is_redeemed(p_ticket bigint) returns boolean language sql stable as $$
  select exists (select from session_evidence where ticket_id = p_ticket)
    or exists (select from password_changes where ticket_id = p_ticket)
$$;

-- Trigger. A ticket that was redeemed is evidence for ever. Any other proves nothing once its minute is over.
create or replace function tickets_expire() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or is_redeemed(old.id) or (old.at < market_now() - kept_ms('tickets')) is not true then
    raise exception 'password_tickets is append-only' using errcode = 'FT900';
  end if;
  return old;
end $$;
create or replace trigger password_tickets_expire before update or delete on password_tickets
  for each row execute function tickets_expire();

-- Deletes old tickets that were never redeemed, and the hashes that waited for them. Looks at p_rows tickets at most,
-- at each once. Returns how many were deleted.
create or replace function sweep_tickets(p_rows int) returns table (looked int, swept int) language plpgsql
security definer set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  oldest constant bigint := market_now() - kept_ms('tickets');
  ids bigint[];
begin
  delete from pending_passwords where at < oldest;
  select coalesce(array_agg(id order by id), '{}') into ids from (
    select id, bool_and(at < oldest) over (order by id) as is_old from (
      select id, at from password_tickets where id > (select through from ticket_sweep)
      order by id limit least(p_rows, 1000)
    ) next_tickets
  ) tickets where is_old;
  delete from password_tickets t where t.id = any (ids) and not is_redeemed(t.id);
  get diagnostics swept = row_count;
  looked := cardinality(ids);
  update ticket_sweep set through = ids[looked] where looked > 0;
  return next;
end $$;

-- Deletes what browsers reported and have not reported since, p_rows at most. Returns how many.
create or replace function sweep_client_reports(p_rows int) returns int language plpgsql security definer as $$
declare
  swept int;
begin
  delete from client_reports where id in (
    select id from client_reports where last_at < market_now() - kept_ms('reports') limit least(p_rows, 1000));
  get diagnostics swept = row_count;
  return swept;
end $$;
