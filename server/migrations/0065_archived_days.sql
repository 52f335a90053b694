-- Days of the price log that are over, and those whose files stand in for their partitions. The functions are in
-- server/sql/functions/tick-days.sql.

alter table tick_days
  -- By the market clock, in ms. Since it was closed, no record is appended to the day.
  add column closed_at bigint,
  -- The SHA-256 of the manifest of its files, and when they were read back.
  add column manifest bytea,
  add column archived_at bigint check (archived_at is null or closed_at is not null and manifest is not null),
  -- When the orders that it decided were checked for the last time from the log.
  add column checked_at bigint check (checked_at is null or closed_at is not null),
  add column dropped_at bigint check (dropped_at is null or archived_at is not null and checked_at is not null);

-- The first and the last record of each product on a closed day, and the hash that its first one follows.
create table tick_day_ends (
  day date not null references tick_days (day),
  product_id smallint not null,
  first_seq bigint not null,
  last_seq bigint not null check (last_seq >= first_seq),
  first_ms bigint not null,
  last_ms bigint not null,
  hash_before bytea not null,
  last_hash bytea not null,
  primary key (product_id, last_seq)
);
create index tick_day_ends_by_day on tick_day_ends (day);

-- The breaks of closed days, which the public page of breaks shows for ever.
create table tick_breaks (
  product_id smallint not null,
  seq bigint not null,
  time_ms bigint not null,
  kind smallint not null,
  reason text,
  from_ms bigint,
  written_ms bigint,
  primary key (time_ms, product_id, seq)
);

do $$
declare t text;
begin
  foreach t in array array['tick_day_ends', 'tick_breaks'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', t);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s execute function refuse_change()', t);
  end loop;
end $$;
