-- Sessions: the secret is known to the browser's cookie alone; here stands its SHA-256.

create table sessions (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  -- Public name of the session; authenticates nothing.
  handle text not null unique,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  address text not null default '',
  -- SHA-256 of the browser's device cookie: where this user once logged in, strangers' failures do not count.
  device_hash bytea not null
);
create index sessions_by_user on sessions (user_id, id desc);
create index sessions_by_device on sessions (user_id, device_hash);
create index sessions_by_address on sessions (user_id, address);

-- Throttling: a bucket that drains with time, as the moment (ms) at which it is empty.
create table throttle_buckets (
  bucket text primary key,
  empty_at bigint not null
);
create index throttle_buckets_by_time on throttle_buckets (empty_at);
