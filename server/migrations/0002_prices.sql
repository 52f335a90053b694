-- The baseline, prices: products with their terms over time, the append-only log of prices in daily partitions, and
-- candles. The functions are in server/sql/functions/market.sql and tick-days.sql.

-- One row per product, which its terms describe.
create table products (
  id smallint primary key,
  symbol text not null unique
);

-- Each version of a product's terms, as text, when it was first stored.
create table product_terms (
  terms_id text primary key,
  product_id smallint not null references products (id),
  terms text not null,
  valid_from timestamptz not null default now()
);

-- When each version of a product's terms is in force. server/sql/functions/market.sql has the rule for new rows.
create table terms_schedule (
  product_id smallint not null references products (id),
  valid_from bigint not null,
  terms_id text not null references product_terms (terms_id),
  primary key (product_id, valid_from)
);

-- The periods of maintenance of each product. Only the end of a row is written later.
create table product_maintenance (
  id bigint generated always as identity primary key,
  product_id smallint not null references products (id),
  how text not null check (how in ('drain', 'now')),
  asked_by text not null,
  asked_at bigint not null,
  -- When the market halted. Null while the last positions are open.
  halted_at bigint,
  ended_by text,
  ended_at bigint
);
create unique index product_maintenance_current on product_maintenance (product_id)
  where ended_at is null;

-- The log of prices, one chain of hashes per product, in a partition per day. kind: 0 tick, 1 heartbeat, 2 gap, 3 halt,
-- 4 rejected tick, 5 filled outage, 6 accepted orders (contract/tick-log.ts). Each partition has the primary key
-- (product_id, seq).
create table ticks (
  product_id smallint not null,
  seq bigint not null,
  time_ms bigint not null,
  kind smallint not null,
  price bigint,
  size bigint,
  reason text,
  hash bytea not null,
  -- Of a rejected tick: the band that it failed, in basis points.
  band_bps integer,
  -- Of an outage whose ticks were filled in afterwards: the time before it, and the time of writing.
  from_ms bigint,
  written_ms bigint,
  -- The SHA-256 of the text in tick_inputs, which the chain covers. Null for simulated and recorded ticks.
  inputs bytea
) partition by range (time_ms);
create index ticks_by_time on ticks (product_id, time_ms, seq);
create index ticks_rejected on ticks (product_id, seq) where kind = 4;
create index ticks_breaks on ticks (time_ms, product_id, seq) where kind in (2, 3, 5);

-- The inputs of live prices: the newest trade of each venue when a tick was made (contract/index-price.ts), as the text
-- of rules/index-price.ts. Since format 2, the age of a trade is judged by its venue's stamp after the venue's clock is
-- corrected, so an input has the correction and always a stamp.
create table tick_inputs (
  product_id smallint not null,
  seq bigint not null,
  inputs text not null check (
    inputs ~
    '^fairtick-inputs-1(\n[a-z]+\|[A-Za-z0-9-]{1,64}\|[0-9]{1,12}(\.[0-9]{1,12})?\|[0-9]{1,15}\|[0-9]{0,15}){1,16}$'
    or inputs ~
    '^fairtick-inputs-2(\n[a-z]+\|[A-Za-z0-9-]{1,64}\|[0-9]{1,12}(\.[0-9]{1,12})?\|[0-9]{1,15}'
    '\|[0-9]{1,15}\|[0-9]{1,4}){1,16}$'
  ),
  time_ms bigint not null
) partition by range (time_ms);

-- The newest record of each product. A record is appended only by moving this row on from the record before it, so that
-- no number is given twice, though no index covers all days.
create table tick_heads (
  product_id smallint primary key,
  seq bigint not null,
  time_ms bigint not null,
  kind smallint not null,
  hash bytea not null
) with (fillfactor = 50);

-- The days by the times of the records, in UTC: one row per partition of `ticks` and `tick_inputs`. A day that is over
-- is closed, then archived as files, and its partitions are dropped when the files were read back.
create table tick_days (
  day date primary key,
  from_ms bigint not null,
  until_ms bigint not null,
  -- By the market clock, in ms. Since it was closed, no record is appended to the day.
  closed_at bigint,
  -- The SHA-256 of the manifest of its files, and when they were read back.
  manifest bytea,
  archived_at bigint check (archived_at is null or closed_at is not null and manifest is not null),
  -- When the orders that it decided were checked for the last time from the log.
  checked_at bigint check (checked_at is null or closed_at is not null),
  dropped_at bigint check (dropped_at is null or archived_at is not null and checked_at is not null)
);
create index tick_days_by_end on tick_days (until_ms);

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

-- Candles per product and interval. origin: 0 folded from the tick log, 1 history before the first tick.
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
