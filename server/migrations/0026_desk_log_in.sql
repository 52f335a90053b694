-- The desk's log-in: second factors of operators, where each logged in before, refused log-ins, when a session was last
-- used by hand; and decisions about large amounts that wait for a second operator.

create table operator_factors (
  operator_id bigint primary key references operators (id),
  -- The authenticator's secret, sealed with the vault's own key. Only the command line writes it.
  secret_sealed bytea not null,
  enrolled_at bigint not null,
  -- The newest time step used: each code works once.
  last_step bigint not null default 0
);
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
-- One open challenge per operator and purpose; `bound` is the page that asked.
create table operator_challenges (
  operator_id bigint not null references operators (id),
  purpose text not null check (purpose in ('register', 'log_in')),
  challenge text not null,
  bound text not null default '',
  expires_at bigint not null,
  primary key (operator_id, purpose)
);
-- Browsers (the digest of their device cookie) and addresses that an operator logged in from: strangers' failures never
-- use up their attempts.
create table operator_places (
  operator_id bigint not null references operators (id),
  kind text not null check (kind in ('device', 'address')),
  place text not null,
  seen_at bigint not null,
  primary key (operator_id, kind, place)
);
-- Refused log-ins, one row per operator, log-in before and hour, so that a flood cannot fill the table.
create table operator_refusals (
  id bigint generated always as identity primary key,
  -- Null: no operator has the name that was typed. The name itself is not kept: it may be a mistyped password.
  operator_id bigint references operators (id),
  -- When the operator last logged in before; 0: never.
  after_log_in bigint not null,
  hour bigint not null,
  refused int not null,
  latest_at bigint not null,
  latest_from text not null
);
create unique index operator_refusals_by_hour
  on operator_refusals (coalesce(operator_id, 0), after_log_in, hour);

-- When the operator last did something; polling, streams and refreshes do not count.
alter table operator_sessions add column active_at bigint;
update operator_sessions set active_at = created_at;
alter table operator_sessions alter column active_at set not null;

-- Decisions about deposits and withdrawals above the configured amount: one operator proposes, another confirms.
create table money_proposals (
  id bigint generated always as identity primary key,
  document text not null check (document in ('deposit', 'withdrawal')),
  document_id bigint not null,
  step text not null check (step in ('approve', 'bounce')),
  -- Of a bounce, and only then.
  reason text,
  proposed_by text not null,
  proposed_at bigint not null,
  confirmed_by text,
  confirmed_at bigint,
  unique (document, document_id, step),
  check ((reason is not null) = (step = 'bounce')),
  check ((confirmed_by is null) = (confirmed_at is null)),
  -- Two operators: nobody confirms what they proposed.
  check (confirmed_by is null or confirmed_by <> proposed_by)
);
