-- Sessions: the secret is known to the browser's cookie alone; here stands its SHA-256.

create table sessions (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  -- Public name of the session; authenticates nothing.
  handle text not null unique,
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  address text not null default ''
);
create index sessions_by_user on sessions (user_id, id desc);

-- Throttling: failures by account and by address; a row is a bucket that drains with time.
create table login_failures (
  bucket text primary key,
  failures int not null,
  since timestamptz not null default now()
);
