-- Acts that the database checks itself: who acts, when, and with which proof. The functions are in server/sql/functions.

-- What functions that move money follow. Only the tables' owner writes it, at every start, from the server's settings.
create table act_rules (
  one boolean primary key default true check (one),
  -- Whether users may take practice money, and how much per day, in minor units.
  practice boolean not null default true,
  practice_amount bigint not null default 1000000 check (practice_amount > 0),
  -- Whether the practice reviewer decides documents.
  practice_reviewer boolean not null default true,
  -- Amounts above it need two operators. Null: one is enough.
  second_above bigint
);
insert into act_rules default values;

-- The second factor that opened a desk session or a withdrawal, as it was sent. SQL cannot verify it; the server
-- verifies it within a minute (server/desk/proof-audit.ts).
create table act_proofs (
  id bigint generated always as identity primary key,
  act text not null check (act in ('desk_log_in', 'withdrawal')),
  -- The id of the session or the withdrawal.
  ref bigint not null,
  -- The operator's or user's id.
  owner_id bigint not null,
  at bigint not null,
  -- The line of the operator log that says so. Null for a withdrawal.
  log_seq bigint check ((log_seq is null) = (act = 'withdrawal')),
  kind text not null check (kind in ('totp', 'recovery', 'passkey')),
  code text check (code ~ '^\d{6}$'),
  -- The passkey as it was registered, the challenge, and the answer: authenticator data, client data and signature.
  key_id text,
  public_key bytea,
  counter bigint,
  origin text,
  challenge text unique,
  answer jsonb,
  unique (act, ref),
  check ((code is not null) = (kind = 'totp')),
  check ((answer is not null) = (kind = 'passkey')),
  check ((answer is null) = (key_id is null or public_key is null or counter is null or origin is null
    or challenge is null))
);

-- Proofs that the server could not verify.
create table refused_proofs (proof_id bigint primary key references act_proofs (id));

-- Sessions and withdrawals up to these ids are older than the proofs.
create table act_proof_start (session_id bigint not null, withdrawal_id bigint not null);
insert into act_proof_start select coalesce((select max(id) from operator_sessions), 0),
  coalesce((select max(id) from withdrawals), 0);

-- Practice money, with its day and the moment by which the day was chosen.
create table practice_issues (
  transfer_id bigint primary key,
  user_id bigint not null references users (id),
  day date not null,
  at bigint not null,
  -- The newest checkpoint then. Null if there was none.
  checkpoint_ms bigint,
  unique (user_id, day)
);
insert into practice_issues (transfer_id, user_id, day, at, checkpoint_ms)
select id, user_id, day, fund_day_start(day),
  (select max(time_ms) from checkpoints where time_ms <= fund_day_start(day))
from transfers, lateral (select split_part(ref, ':', 2)::date as day) of_ref
where kind = 'practice_issue';

-- Until when a user's withdrawals are held after a change of the second factors. A hold is never lifted early.
create table withdrawal_holds (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  since bigint not null,
  until bigint not null check (until > since)
);
create index withdrawal_holds_by_user on withdrawal_holds (user_id, until);
insert into withdrawal_holds (user_id, since, until)
select id, withdrawals_held_until - 172800000, withdrawals_held_until from users
where withdrawals_held_until is not null;
alter table users drop column withdrawals_held_until;

do $$
declare t text;
begin
  foreach t in array array['act_proofs', 'refused_proofs', 'act_proof_start', 'practice_issues', 'withdrawal_holds'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', t);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s
      execute function refuse_change()', t);
  end loop;
end $$;

-- These took the name of an operator on trust.
drop function if exists move_deposit(bigint, text, text, text, bigint);
drop function if exists move_withdrawal(bigint, text, text, text, bigint);
drop function if exists move_verification(bigint, text, text, text, bigint, bigint);
drop function if exists publish_fund_rate(bigint, text, bigint);
drop function if exists open_withdrawal(jsonb, int, int);
drop function if exists end_frozen(bigint, text, text, bigint);

-- An operator whose session or act has no valid proof is frozen too, until two others lift it or it is disabled.
do $$
declare c text;
begin
  for c in select conname from pg_constraint
    where conrelid = 'frozen'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%fund_rate%'
  loop
    execute format('alter table frozen drop constraint %I', c);
  end loop;
end $$;
alter table frozen
  add constraint frozen_scope check
    (scope in ('order', 'user', 'deposit', 'withdrawal', 'verification', 'fund_rate', 'operator')),
  add constraint frozen_user check ((user_id is null) = (scope in ('fund_rate', 'operator')));
