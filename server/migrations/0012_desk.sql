-- The baseline, desk: operators, their sessions and second factors, and the chain of their acts. The functions are in
-- server/sql/functions/operators.sql and desk.sql.

-- Accounts of operators, which the command line creates.
create table operators (
  id bigint generated always as identity primary key,
  -- As the operator log has it. Never that of the practice reviewer.
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{2,31}$' and name <> 'practice-reviewer'),
  password_hash text not null,
  created_at bigint not null,
  disabled_at bigint,
  -- The rates of the practice curve have its name.
  constraint operators_not_the_curve check (name <> 'practice-curve')
);

-- Sessions of operators.
create table operator_sessions (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  operator_id bigint not null references operators (id),
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  -- When the operator last did something. Polling, streams and refreshes do not count.
  active_at bigint not null
);

-- Authenticator apps of operators, one per operator.
create table operator_factors (
  operator_id bigint primary key references operators (id),
  -- The authenticator's secret, sealed with the vault's own key. Only the command line writes it.
  secret_sealed bytea not null,
  enrolled_at bigint not null,
  -- The newest time step that was used, so that each code works once.
  last_step bigint not null default 0
);

-- Passkeys of operators.
create table operator_passkeys (
  id text primary key,
  operator_id bigint not null references operators (id),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- Of the page that it was made on.
  origin text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index operator_passkeys_by_operator on operator_passkeys (operator_id);

-- One open challenge per operator and purpose. `bound` is the page that asked.
create table operator_challenges (
  operator_id bigint not null references operators (id),
  purpose text not null check (purpose in ('register', 'log_in')),
  challenge text not null,
  bound text not null default '',
  expires_at bigint not null,
  primary key (operator_id, purpose)
);

-- Browsers (the digest of their device cookie) and addresses from which an operator logged in. Failures of others never
-- use up their attempts.
create table operator_places (
  operator_id bigint not null references operators (id),
  kind text not null check (kind in ('device', 'address')),
  place text not null,
  seen_at bigint not null,
  primary key (operator_id, kind, place)
);

-- Refused log-ins, one row per operator, previous log-in and hour, so that a flood cannot fill the table.
create table operator_refusals (
  id bigint generated always as identity primary key,
  -- Null if no operator has the name that was typed. That name is not kept, because it may be a password.
  operator_id bigint references operators (id),
  -- When the operator had last logged in. 0 for never.
  after_log_in bigint not null,
  hour bigint not null,
  refused int not null,
  latest_at bigint not null,
  latest_from text not null
);
create unique index operator_refusals_by_hour on operator_refusals (coalesce(operator_id, 0), after_log_in, hour);

-- What operators did, as a public chain that checkpoints name (docs/VERIFY.md): each line's link covers a salted
-- digest of the act, its minute and the link before. contract/records.ts has the text of a line.
create table operator_log (
  seq bigint primary key,
  at bigint not null,
  actor text not null,
  act text not null,
  -- Whom it concerns. Null if it concerns no single user.
  user_id bigint references users (id),
  ref text not null default '',
  reason text not null default '',
  -- In format 3 the link continues the chain, and no longer the digest.
  previous_hash bytea,
  hash bytea not null,
  -- Lines of the old formats remain verifiable. Since format 2, the digest of a line says where each field ends.
  format smallint not null default 3 check (format in (1, 2, 3)),
  -- So that no one can guess an act from its digest. Null in lines of formats 1 and 2.
  salt text check (salt ~ '^[0-9a-f]{32}$'),
  -- The minute of the act, as the public chain has it: never before that of the line before.
  minute bigint not null,
  link bytea not null,
  check ((format = 3) = (salt is not null)),
  check ((format = 3) = (previous_hash is null))
);
create index operator_log_by_user on operator_log (user_id, seq desc) where user_id is not null;

-- The newest line, in one row. A transaction of an act locks it until its end, so that acts are in the order of
-- commits.
create table operator_log_head (
  one boolean primary key default true check (one),
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('0', 64), 'hex'),
  minute bigint not null default 0
);
insert into operator_log_head default values;

-- The rules of functions that move money. Only the owner of the tables writes it, at each start, from the settings.
create table act_rules (
  one boolean primary key default true check (one),
  -- Whether users may take practice money, and how much per day, in minor units.
  practice boolean not null default true,
  practice_amount bigint not null default 1000000 check (practice_amount > 0),
  -- Whether the practice reviewer decides documents.
  practice_reviewer boolean not null default true,
  -- Amounts above it need two operators. Null if one is enough.
  second_above bigint
);
insert into act_rules default values;
