-- Notices outside of the app: the mail addresses that users confirmed, and what waits to be sent by mail or to the
-- operator's webhook. The functions are in server/sql/functions/outlet.sql.

-- Which channels this server has; each start says so.
create table outlet_channels (
  channel text primary key check (channel in ('mail', 'webhook')),
  is_on boolean not null
);
insert into outlet_channels values ('mail', false), ('webhook', false);

create table mail_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  key_id bigint not null references user_keys (id),
  -- The address, sealed with the user's key. Null once nothing is sent to it any more.
  sealed bytea,
  masked text not null,
  -- Keyed digests of the address and of the network that asked, for limits.
  digest bytea not null,
  network bytea not null,
  language text not null,
  -- What the code is derived from, together with a key outside of the database.
  nonce bytea not null,
  tries_left int not null check (tries_left >= 0),
  asked_at bigint not null,
  expires_at bigint not null,
  confirmed_at bigint,
  ended_at bigint,
  -- Refusals for good in a row, since a mail was accepted.
  bounces int not null default 0,
  unusable_at bigint,
  check (sealed is not null or ended_at is not null)
);
create unique index mail_addresses_asked on mail_addresses (user_id) where confirmed_at is null and ended_at is null;
create unique index mail_addresses_used on mail_addresses (user_id) where confirmed_at is not null and ended_at is null;
create index mail_addresses_by_user on mail_addresses (user_id, id desc);
create index mail_addresses_by_time on mail_addresses (asked_at);

create table outlet_messages (
  id bigint generated always as identity primary key,
  channel text not null references outlet_channels (channel),
  user_id bigint not null references users (id),
  address_id bigint references mail_addresses (id),
  kind text not null,
  -- The same in each attempt, so that receivers can drop copies. Random, so that a restore repeats none.
  event_id uuid not null unique default gen_random_uuid(),
  created_at bigint not null,
  next_at bigint not null,
  attempts int not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'lapsed')),
  done_at bigint,
  check ((state = 'waiting') = (done_at is null)),
  check ((channel = 'mail') = (address_id is not null))
);
create index outlet_messages_due on outlet_messages (channel, next_at, id) where state = 'waiting';
create index outlet_messages_waiting on outlet_messages (channel, id) where state = 'waiting';
create index outlet_messages_by_user on outlet_messages (user_id, created_at);
create index outlet_messages_by_address on outlet_messages (address_id);
create index outlet_messages_by_time on outlet_messages (created_at);
