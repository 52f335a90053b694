-- What an owner of the server's keys could otherwise still choose: the moment of a purchase, which purchases are
-- refused, and the seeds of simulated prices. docs/VERIFY.md says what readers check.

-- The public chains (contract/record-chain.ts): keys of devices, promises of seeds.
create table chain_records (
  chain text not null check (chain in ('devices', 'seeds')),
  seq bigint not null check (seq > 0),
  time_ms bigint not null,
  text text not null check (length(text) between 1 and 2000),
  hash text not null,
  primary key (chain, seq)
);
create table chain_heads (
  chain text primary key,
  seq bigint not null,
  time_ms bigint not null,
  hash text not null
);
insert into chain_heads values ('devices', 0, 0, repeat('0', 64)), ('seeds', 0, 0, repeat('0', 64));

-- The keys that devices registered, and to whom they belong. The chain has the key without the user.
create table device_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  user_id bigint not null references users (id),
  session_id bigint references sessions (id),
  public_key text not null,
  seq bigint not null unique,
  registered_at bigint not null
);
create index device_keys_by_user on device_keys (user_id, registered_at);

-- A purchase that a device signed: when it starts, and what was signed. All null for one that the server dated.
alter table orders
  add column starts_at bigint,
  add column device_key_id text references device_keys (key_id),
  add column intent_text text,
  add column intent_signature text,
  add check ((starts_at is null) = (device_key_id is null)),
  add check ((starts_at is null) = (intent_text is null)),
  add check ((starts_at is null) = (intent_signature is null)),
  drop constraint orders_check1,
  add constraint orders_expire check (expires_at = coalesce(starts_at, accepted_at) + duration_ms);

-- Signed orders that the server refused, with its signed refusal, and how they would have ended.
create table order_refusals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  intent_key text not null,
  product_id smallint not null references products (id),
  direction text not null check (direction in ('up', 'down')),
  stake bigint not null check (stake > 0),
  payout_rate int not null check (payout_rate >= 0),
  duration_ms bigint not null check (duration_ms > 0),
  starts_at bigint not null,
  expires_at bigint not null check (expires_at = starts_at + duration_ms),
  refused_at bigint not null,
  reason text not null,
  intent_text text not null,
  refusal_text text not null,
  refusal_signature text not null,
  refusal_key_id text not null,
  unique (user_id, intent_key)
);
create index order_refusals_by_user on order_refusals (user_id, id desc);
-- How a refused order would have ended by the rule, once its expiry is past.
create table refusal_outcomes (
  refusal_id bigint primary key references order_refusals (id),
  outcome text not null check (outcome in ('won', 'lost', 'draw', 'void')),
  profit_and_loss bigint not null
);

-- The leaves of the Merkle tree of each checkpoint: acceptances and refusals, without user and time.
create table order_leaves (
  checkpoint bigint not null,
  leaf int not null check (leaf >= 0),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  salt text not null check (salt ~ '^[0-9a-f]{32}$'),
  order_id bigint unique,
  refusal_id bigint unique,
  primary key (checkpoint, leaf),
  check ((order_id is null) <> (refusal_id is null))
);

-- Orders up to this one are older than the trees. One minute of orders before the last older checkpoint are in the first
-- tree, so that every order whose records are under a newer checkpoint is in one.
create table order_leaf_start (order_id bigint not null);
insert into order_leaf_start select coalesce(max(id), 0) from orders
  where accepted_at < (select max(time_ms) from checkpoints) - 60000;

do $$
declare t text;
begin
  foreach t in array array['chain_records', 'device_keys', 'order_refusals', 'refusal_outcomes',
    'order_leaves', 'order_leaf_start'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', t);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s
      execute function refuse_change()', t);
  end loop;
end $$;
