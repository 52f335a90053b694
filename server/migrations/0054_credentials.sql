-- Who may read what log-ins are compared with, and by what each session was opened. The functions are in
-- server/sql/functions/credentials.sql, factors.sql and sessions.sql.
do $$
begin
  create role fairtick_credentials nologin;
exception when duplicate_object or unique_violation then null;
end $$;

-- Whether a user has a password. The role of the app cannot read the hash.
alter table users add column has_password boolean generated always as (password_hash <> '') stored;
alter table users alter column password_hash set default '', alter column trading_password_hash set default '';

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
-- Hashes that wait to be redeemed. They are deleted then, or an hour later.
create table pending_passwords (
  ticket_id bigint primary key references password_tickets (id),
  login_hash text,
  trading_hash text,
  at bigint not null
);

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

insert into password_changes (user_id, kind, new_digest, at)
select u.id, p.kind, sha256(convert_to(p.hash, 'UTF8')), 0
from users u cross join lateral (values ('login', u.password_hash), ('trading', u.trading_password_hash)) p (kind, hash)
where p.hash <> '' order by u.id;
insert into session_evidence (session_id, opened_by) select id, 'before' from sessions;
-- Sessions and changes up to these ids are older than the tickets.
create table credential_start (session_id bigint not null, change_id bigint not null);
insert into credential_start select coalesce((select max(id) from sessions), 0),
  coalesce((select max(id) from password_changes), 0);

do $$
declare t text;
begin
  foreach t in array array['password_tickets', 'password_changes', 'session_evidence', 'credential_start'] loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', t);
    execute format('create trigger %1$s_no_truncate before truncate on %1$s
      execute function refuse_change()', t);
  end loop;
end $$;

-- Each use of a user's second factor is stored and verified again, whatever it was for. A passkey's answer is used
-- once; that of a withdrawal is stored with the withdrawal too.
create sequence factor_uses;
do $$
declare c text;
begin
  for c in select conname from pg_constraint
    where conrelid = 'act_proofs'::regclass and (contype = 'c'
      and (pg_get_constraintdef(oid) like '%desk_log_in%' or pg_get_constraintdef(oid) like '%log_seq%')
      or contype = 'u' and pg_get_constraintdef(oid) = 'UNIQUE (challenge)')
  loop
    execute format('alter table act_proofs drop constraint %I', c);
  end loop;
end $$;
alter table act_proofs
  add constraint act_proofs_act check (act in ('desk_log_in', 'withdrawal', 'factor')),
  add constraint act_proofs_logged check ((log_seq is not null) = (act = 'desk_log_in')),
  add constraint act_proofs_challenge unique (act, challenge),
  -- Of a withdrawal: the use of the factor. Null for what is older.
  add column use_id bigint unique references act_proofs (id);

-- These took a hash, a moment or a proof on trust.
drop function if exists require_proof(bigint, jsonb);
drop function if exists change_password(bigint, text, text, text);
drop function if exists register_guest(bigint, jsonb, bigint);
