-- The baseline, orders: signed purchases, their settlements, refusals, and what proves that an order was accepted in
-- time. The functions are in server/sql/functions/trading.sql, settlement.sql, refusals.sql and sharing.sql.

-- The keys that devices registered, with their users. The public chain has the key without the user.
create table device_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  user_id bigint not null references users (id),
  session_id bigint references sessions (id),
  public_key text not null,
  seq bigint not null unique,
  registered_at bigint not null
);
create index device_keys_by_user on device_keys (user_id, registered_at);

-- Accepted orders. Every new order has a start after its acceptance. Old orders that no device signed have none.
create sequence orders_id_seq start with 100001;
create table orders (
  id bigint primary key,
  user_id bigint not null references users (id),
  product_id smallint not null references products (id),
  direction text not null check (direction in ('up', 'down')),
  stake bigint not null check (stake > 0),
  payout_rate int not null check (payout_rate >= 0),
  payout bigint not null check (payout >= stake),
  duration_ms bigint not null check (duration_ms > 0),
  accepted_at bigint not null,
  expires_at bigint not null
    constraint orders_expire check (expires_at = coalesce(starts_at, accepted_at) + duration_ms),
  terms_id text not null,
  rule_version int not null,
  source text not null,
  intent_key text not null,
  receipt_text text not null,
  receipt_signature text not null,
  receipt_key_id text not null,
  -- An order that was compensated before the rule had decided it has no result.
  status text not null default 'open'
    check (status in ('open', 'live', 'won', 'lost', 'draw', 'void', 'compensated')),
  entry_seq bigint,
  entry_time bigint,
  entry_price bigint,
  -- When the order starts, and what the device signed. The latter is null for an order that no device signed.
  starts_at bigint,
  device_key_id text references device_keys (key_id),
  intent_text text,
  intent_signature text,
  -- A record of kind 6 in the price log is the root of the tree of accepted orders (server/sql/functions/market.sql,
  -- append_ticks_and_inputs). The salt hides an acceptance in its leaf. It is null in old orders, which are in the
  -- trees of the checkpoints.
  salt text check (salt ~ '^[0-9a-f]{32}$'),
  unique (user_id, intent_key),
  constraint orders_signed check (num_nulls(device_key_id, intent_text, intent_signature) in (0, 3)),
  constraint orders_start check (case when device_key_id is null
    then starts_at is null or starts_at = accepted_at + 1000 else starts_at is not null end)
);
create index orders_due on orders (expires_at) where status in ('open', 'live');
create index orders_alive on orders (user_id, product_id) where status in ('open', 'live');
create index orders_by_user on orders (user_id, accepted_at desc, id desc);
create index orders_by_user_product on orders (user_id, product_id, accepted_at desc, id desc);
-- Won and lost orders are frequent in the list of all. Draws and voids are rare, so they have an index of their own.
create index orders_by_user_rare on orders (user_id, status, accepted_at desc, id desc)
  where status in ('draw', 'void');
create trigger orders_states before update or delete on orders
  for each row execute function orders_state_machine();

-- How each order ended. No foreign keys: settle_orders writes both sides, the invariants compare them, and a check per
-- row is slow.
create table settlements (
  order_id bigint primary key,
  outcome text not null check (outcome in ('won', 'lost', 'draw', 'void')),
  void_reason text,
  entry_seq bigint,
  exit_seq bigint,
  exit_time bigint,
  exit_price bigint,
  profit_and_loss bigint not null,
  settled_at bigint not null,
  -- Copies of columns of the order. Closed positions are listed by the time at which they closed, and a user's results
  -- are summed over all settlements of the user, so that an index has all of it.
  user_id bigint not null,
  product_id smallint not null,
  direction text not null,
  duration_ms bigint not null,
  stake bigint not null,
  payout bigint not null,
  check ((outcome = 'void') = (void_reason is not null))
);
-- Settlements come in the order of their times: a block range index finds the recent ones and costs writers nothing.
create index settlements_by_time on settlements using brin (settled_at);
create index settlements_voids on settlements (settled_at) where outcome = 'void';
create index settlements_by_user_product on settlements (user_id, product_id, settled_at desc, order_id desc);
-- As with orders, draws and voids are rare.
create index settlements_by_user_rare on settlements (user_id, outcome, settled_at desc, order_id desc)
  where outcome in ('draw', 'void');
create index settlements_by_user on settlements (user_id, settled_at desc, order_id desc)
  include (product_id, direction, duration_ms, outcome, stake, payout, profit_and_loss);
create trigger settlements_add_results after insert on settlements
  referencing new table as settled for each statement execute function add_results();

-- Orders that the server refused, with its signed refusal. A refused key stays refused.
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
  -- The parameters of the reason, as contract/errors.ts lists them.
  params jsonb not null default '{}',
  unique (user_id, intent_key)
);
create index order_refusals_by_user on order_refusals (user_id, id desc);
comment on column order_refusals.intent_text is
  'What the device signed; for an unsigned order, the text of the receipt that does not count.';

-- How a refused order would have ended by the rule, once its expiry is past.
create table refusal_outcomes (
  refusal_id bigint primary key references order_refusals (id),
  outcome text not null check (outcome in ('won', 'lost', 'draw', 'void')),
  profit_and_loss bigint not null
);

-- The leaf of each accepted order in a record of the price log. The first record of an order counts. After an outage
-- there may be a second one.
create table order_records (
  order_id bigint not null,
  product_id smallint not null,
  seq bigint not null,
  leaf int not null,
  primary key (product_id, seq, leaf)
);
create index order_records_by_order on order_records (order_id);

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

-- Orders up to this one are older than the trees. One minute of orders before the last older checkpoint are in the
-- first tree, so that every order whose records are under a newer checkpoint is in one.
create table order_leaf_start (order_id bigint not null);
insert into order_leaf_start values (0);

-- The acceptances and refusals that no tree has yet (server/sql/functions/market.sql, seal_orders).
create table unsealed (
  order_id bigint,
  refusal_id bigint,
  check ((order_id is null) <> (refusal_id is null))
);

-- Orders whose receipt the server's key did not sign, as `order_digest` found them. The checker stores them, and the
-- invariants report them.
create table refused_receipts (
  order_id bigint not null references orders (id),
  digest bytea not null,
  primary key (order_id, digest)
);

-- Codes by which users share single receipts (docs/decisions/0045-shared-receipts.md). A code is stored as it is: the
-- row is next to the order that it opens, and its user wants to see the link again. server/sql/functions/sharing.sql
-- has the rule for rows.
create table shared_receipts (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z2-7]{26}$'),
  user_id bigint not null references users (id),
  order_id bigint not null references orders (id),
  -- Market clock, ms.
  created_at bigint not null,
  -- Null while the code opens the receipt.
  revoked_at bigint check (revoked_at >= created_at)
);
create unique index shared_receipts_live on shared_receipts (order_id) where revoked_at is null;
create index shared_receipts_by_user on shared_receipts (user_id, id desc);
