-- Accounts that their owners lock or close. The functions are in server/sql/functions/locks.sql and closing.sql.

create table account_locks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  locked_at bigint not null,
  -- owner: in the settings; login: from the message of a log-in; veto: against a recovery.
  reason text not null check (reason in ('owner', 'login', 'veto')),
  -- The session that asked for it. Null if none did.
  session_id bigint references sessions (id),
  unlocked_at bigint check (unlocked_at >= locked_at),
  -- The recovery that ended it, the only way to do so.
  unlocked_by bigint,
  check ((unlocked_at is null) = (unlocked_by is null))
);
create unique index account_locks_one on account_locks (user_id) where unlocked_at is null;
create index account_locks_by_user on account_locks (user_id, id desc);
create trigger account_locks_no_truncate before truncate on account_locks execute function refuse_change();

-- How far a closing is: asked for, kept (cancelled) or closed. An account that is closed stays so.
create table account_closings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  asked_at bigint not null,
  closes_at bigint not null check (closes_at >= asked_at),
  session_id bigint not null references sessions (id),
  kept_at bigint check (kept_at >= asked_at),
  closed_at bigint check (closed_at >= closes_at),
  check (kept_at is null or closed_at is null)
);
create unique index account_closings_one on account_closings (user_id) where kept_at is null;
create index account_closings_due on account_closings (closes_at) where kept_at is null and closed_at is null;
create trigger account_closings_no_truncate before truncate on account_closings execute function refuse_change();
