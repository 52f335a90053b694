-- The baseline, log-ins: sessions, second factors, and the evidence for what opened a session or changed a password.
-- The functions are in server/sql/functions/credentials.sql, factors.sql and sessions.sql.

-- Sessions of users: one row per log-in on a browser.
create table sessions (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  -- The public name of the session, which authenticates no one.
  handle text not null unique,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  address text not null default '',
  -- SHA-256 of the browser's device cookie. On a device where the user once logged in, failures of others do not count.
  device_hash bytea not null,
  -- Whether the hash counts for that. It is kept in any case: while a user of a device is on a break, no guest trades
  -- on that device and no one registers there (server/sql/functions/guests.sql).
  device_trusted boolean not null default true
);
create index sessions_by_user on sessions (user_id, id desc);
create index sessions_by_device on sessions (user_id, device_hash);
create index sessions_by_address on sessions (user_id, address);
-- The server looks every few seconds for sessions that the command line ended.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index sessions_of_device on sessions (device_hash) where device_hash <> '';
-- Sessions that still have an address or a browser. Visits change none of these columns.
create index sessions_by_place on sessions (created_at) where address <> '' or user_agent <> '';

-- The log-in history that users see.
create table log_ins (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  at bigint not null,
  succeeded boolean not null,
  known boolean not null,
  user_agent text not null default '',
  address text not null default '',
  -- A refused line sums up the attempts of an hour that were refused before the password was compared: `at` is the
  -- first of them, and device and address are those of the last. Every other line is one attempt.
  refused boolean not null default false,
  times int not null default 1 check (times >= 1),
  last_at bigint,
  addresses text[] not null default '{}',
  check (not (refused and succeeded))
);
create index log_ins_by_user on log_ins (user_id, id desc);
create index log_ins_failed on log_ins (user_id, at) where not succeeded;
create index log_ins_by_time on log_ins (at);
create index log_ins_refused on log_ins (user_id, id desc) where refused;

-- Failed and refused attempts from unknown devices of which the owner has not been notified.
create table log_in_alarms (
  user_id bigint primary key references users (id),
  untold int not null check (untold >= 0),
  since bigint not null,
  told_at bigint
);
create index log_in_alarms_untold on log_in_alarms (user_id) where untold > 0;

-- Authenticator apps of users, one per user.
create table totp_factors (
  user_id bigint primary key references users (id),
  key_id bigint not null references user_keys (id),
  secret_sealed bytea not null,
  started_at bigint not null,
  -- Null until the first code was confirmed.
  confirmed_at bigint,
  -- The newest time step that was used, so that each code works once.
  last_step bigint not null default 0
);

-- Codes that replace an authenticator app, each of which works once.
create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null,
  used_at bigint,
  primary key (user_id, code_hash)
);

-- Passkeys of users.
create table passkeys (
  id text primary key,
  user_id bigint not null references users (id),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at bigint not null,
  last_used_at bigint,
  -- The origin of the page on which it was made. A passkey answers for no other site.
  origin text not null,
  -- When it is removed, if only a password proved the request. Its use until then cancels the removal.
  removal_at bigint
);
create index passkeys_by_user on passkeys (user_id);
create index passkeys_removal on passkeys (removal_at) where removal_at is not null;

-- One open challenge per user and purpose. `bound` is what its answer confirms.
create table passkey_challenges (
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('register', 'withdraw', 'manage', 'log_in')),
  challenge text not null,
  bound text not null default '',
  expires_at bigint not null,
  primary key (user_id, purpose)
);

-- Each use of a second factor, as it was sent. SQL cannot verify it, so the server verifies it within a minute
-- (server/desk/proof-audit.ts). A passkey's answer is used once; that of a withdrawal is stored with the withdrawal
-- too.
create table act_proofs (
  id bigint generated always as identity primary key,
  act text not null constraint act_proofs_act check (act in ('desk_log_in', 'withdrawal', 'factor')),
  -- The id of the session or the withdrawal, or a number of the sequence factor_uses.
  ref bigint not null,
  -- The operator's or user's id.
  owner_id bigint not null,
  at bigint not null,
  -- The line of the operator log that says so. Null for what users do.
  log_seq bigint constraint act_proofs_logged check ((log_seq is not null) = (act = 'desk_log_in')),
  kind text not null check (kind in ('totp', 'recovery', 'passkey')),
  code text check (code ~ '^\d{6}$'),
  -- The passkey as it was registered, the challenge, and the answer: authenticator data, client data and signature.
  key_id text,
  public_key bytea,
  counter bigint,
  origin text,
  challenge text,
  answer jsonb,
  -- Of a withdrawal: the use of the factor. Null in old rows.
  use_id bigint unique references act_proofs (id),
  unique (act, ref),
  constraint act_proofs_challenge unique (act, challenge),
  constraint act_proofs_check1 check ((code is not null) = (kind = 'totp')),
  constraint act_proofs_check2 check ((answer is not null) = (kind = 'passkey')),
  constraint act_proofs_check3 check ((answer is null) = (key_id is null or public_key is null or counter is null
    or origin is null or challenge is null))
);
create sequence factor_uses;

-- Proofs that the server could not verify.
create table refused_proofs (
  proof_id bigint primary key references act_proofs (id)
);

-- Sessions and withdrawals up to these ids are older than the proofs.
create table act_proof_start (
  session_id bigint not null,
  withdrawal_id bigint not null
);
insert into act_proof_start values (0, 0);

-- That the role of the credentials compared a password, or hashed a new one. The role of the app redeems a ticket with
-- the secret, which only the server's memory has, within a minute.
create table password_tickets (
  id bigint generated always as identity primary key,
  -- SHA-256 of the secret.
  secret_hash bytea not null unique,
  act text not null check (act in ('log_in', 'change', 'register')),
  -- Null for a registration.
  user_id bigint references users (id),
  -- Of a change: the password that is changed.
  kind text check (kind in ('login', 'trading')),
  -- SHA-256 of the hash that was compared.
  digest bytea,
  at bigint not null,
  check ((user_id is null) = (act = 'register') and (digest is null) = (act = 'register')),
  check ((kind is not null) = (act = 'change'))
);

-- The last ticket that the removal of old tickets has read.
create table ticket_sweep (through bigint not null);
insert into ticket_sweep values (0);

-- Each change of a password: a user's hashes are those of the newest rows.
create table password_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('login', 'trading')),
  -- SHA-256 of the hash before and after.
  old_digest bytea,
  new_digest bytea not null,
  at bigint not null,
  -- Null for what is older than this table.
  ticket_id bigint references password_tickets (id),
  -- The session that changed it. Null for a registration.
  session_id bigint references sessions (id),
  unique (ticket_id, kind)
);
create index password_changes_by_user on password_changes (user_id, kind, id desc);

-- Hashes that wait to be redeemed. They are deleted then, or an hour later.
create table pending_passwords (
  ticket_id bigint primary key references password_tickets (id),
  login_hash text,
  trading_hash text,
  at bigint not null
);

-- What opened each session.
create table session_evidence (
  session_id bigint primary key references sessions (id),
  -- `before`: it is older than this table.
  opened_by text not null check (opened_by in ('before', 'password', 'guest')),
  ticket_id bigint unique references password_tickets (id),
  -- The second factor. Null if none was required.
  proof_id bigint unique references act_proofs (id),
  check ((ticket_id is not null) = (opened_by = 'password') and (proof_id is null or ticket_id is not null))
);

-- Sessions and changes up to these ids are older than the tickets.
create table credential_start (
  session_id bigint not null,
  change_id bigint not null
);
insert into credential_start values (0, 0);
