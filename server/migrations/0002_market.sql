-- The market: products with their terms over time, the append-only tick log, candles, checkpoints, seeds.

create table products (
  id smallint primary key,
  symbol text not null unique
);
create table product_terms (
  terms_id text primary key,
  product_id smallint not null references products (id),
  terms text not null,
  valid_from timestamptz not null default now()
);

-- kind: 0 tick, 1 heartbeat, 2 gap, 3 halt (contract/tick-log.ts).
create table ticks (
  product_id smallint not null,
  seq bigint not null,
  time_ms bigint not null,
  kind smallint not null,
  price bigint,
  size bigint,
  reason text,
  hash bytea not null,
  primary key (product_id, seq)
);
create index ticks_by_time on ticks (product_id, time_ms, seq);

-- origin: 0 folded from the tick log, 1 history behind the first tick.
create table candles (
  product_id smallint not null,
  interval text not null,
  open_time bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null,
  -- Σ price × size, scaled by both decimals.
  turnover numeric not null,
  origin smallint not null default 0,
  primary key (product_id, interval, open_time)
);

create table signing_keys (
  key_id text primary key,
  public_key text not null,
  since timestamptz not null default now()
);
create table checkpoints (
  number bigint primary key,
  time_ms bigint not null,
  heads jsonb not null,
  previous text not null,
  text text not null,
  signature text not null,
  key_id text not null references signing_keys (key_id)
);

create table seed_epochs (
  epoch bigint primary key,
  starts_at bigint not null,
  ends_at bigint not null,
  commitment text not null,
  published_at timestamptz not null default now(),
  seed text
);
-- A seed is written once, into an empty place; nothing else of an epoch ever changes.
create function seed_reveal_only() returns trigger language plpgsql as $$
begin
  if old.seed is not null or new.seed is null
    or (new.epoch, new.starts_at, new.ends_at, new.commitment, new.published_at)
      is distinct from (old.epoch, old.starts_at, old.ends_at, old.commitment, old.published_at) then
    raise exception 'seed_epochs only reveals' using errcode = 'FT900';
  end if;
  return new;
end $$;
create trigger seed_epochs_reveal before update on seed_epochs
  for each row execute function seed_reveal_only();

do $$
declare t text;
begin
  foreach t in array array['ticks', 'product_terms', 'signing_keys', 'checkpoints'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', t);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s
      execute function refuse_change()', t);
  end loop;
end $$;
create trigger seed_epochs_no_delete before delete on seed_epochs
  for each row execute function refuse_change();
