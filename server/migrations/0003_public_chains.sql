-- The baseline, public chains: signed checkpoints, chains of records, and promised seeds (docs/VERIFY.md). The
-- functions are in server/sql/functions/market.sql and starts.sql.

-- The public keys by which receipts and checkpoints are verified.
create table signing_keys (
  key_id text primary key,
  public_key text not null,
  since timestamptz not null default now()
);

-- The public key of the server that starts. Only the owner of the tables writes it; register_signing_key makes it
-- public.
create table offered_key (
  one boolean primary key default true check (one),
  key_id text not null,
  public_key text not null
);

-- Signed checkpoints: the heads of all chains at a time.
create table checkpoints (
  number bigint primary key,
  time_ms bigint not null,
  heads jsonb not null,
  previous text not null,
  text text not null,
  signature text not null,
  key_id text not null references signing_keys (key_id)
);
-- A receipt looks for the first checkpoint that covers a record: by time.
create index checkpoints_by_time on checkpoints (time_ms, number);
-- The first checkpoint that covers an act is found by the number in its line `operators`.
create index checkpoints_by_operators on checkpoints
  ((substring(text from 'operators ([0-9]+) ')::bigint), number);

-- The tree of RFC 6962 over all checkpoints, whose leaves are the hashes of their texts: its nodes that have all their
-- leaves and never change (rules/growing-tree.ts). `at` counts the nodes of a level from the left.
create table checkpoint_nodes (
  level smallint not null,
  at bigint not null,
  hash bytea not null check (length(hash) = 32),
  primary key (level, at)
);

-- Checkpoints that devices present and the log lacks: the sign of an older copy of the data that was restored.
create table checkpoints_presented (
  text_hash bytea primary key check (length(text_hash) = 32),
  number bigint not null,
  time_ms bigint not null,
  text text not null check (length(text) <= 20000),
  signature text not null,
  key_id text not null
);

-- The public chains (contract/record-chain.ts): keys of devices, promises of seeds, starts of the server.
create table chain_records (
  chain text not null check (chain in ('devices', 'seeds', 'starts')),
  seq bigint not null check (seq > 0),
  time_ms bigint not null,
  text text not null check (length(text) between 1 and 2000),
  hash text not null,
  primary key (chain, seq)
);

-- The newest record of each chain.
create table chain_heads (
  chain text primary key,
  seq bigint not null,
  time_ms bigint not null,
  hash text not null
);
insert into chain_heads values
  ('devices', 0, 0, repeat('0', 64)), ('seeds', 0, 0, repeat('0', 64)), ('starts', 0, 0, repeat('0', 64));

-- Seeds of simulated prices, one per hour, that no one can choose: hours belong to a hash chain whose anchor the chain
-- `seeds` promises. Old hours have a commitment instead, and no chain.
create table seed_epochs (
  epoch bigint primary key,
  starts_at bigint not null,
  ends_at bigint not null,
  commitment text,
  published_at timestamptz not null default now(),
  seed text,
  chain int check (chain > 0),
  promise_seq bigint unique,
  -- The promised round of drand and the chain hash of its beacon.
  round bigint check (round > 0),
  beacon text,
  -- What the beacon published, stored before the hour starts.
  signature text,
  randomness text,
  -- The hour's link of the hash chain, published after the hour with its seed.
  link text,
  -- Why the market is closed for the whole hour.
  closed text check (closed in ('round', 'lost')),
  check ((chain is null) = (commitment is not null)),
  check ((chain is null) = (promise_seq is null)),
  check ((round is null) = (beacon is null)),
  check ((signature is null) = (randomness is null)),
  check (seed is null or chain is null or link is not null),
  check (seed is null or closed is null)
);
create trigger seed_epochs_reveal before update on seed_epochs
  for each row execute function seed_reveal_only();
create trigger seed_epochs_no_delete before delete on seed_epochs
  for each row execute function refuse_change();
