-- Recovery of accounts. The functions are in server/sql/functions/recoveries.sql.

create table account_recoveries (
  id bigint generated always as identity (start with 1001) primary key,
  -- Null: no account that can be recovered was named. Such a row looks the same to its asker.
  user_id bigint references users (id),
  lost text not null check (lost in ('login_password', 'trading_password', 'second_factor')),
  -- SHA-256 of the code that follows it, and of the token that uploads its pictures.
  code_hash bytea not null unique,
  upload_hash bytea not null unique,
  -- Keyed digest of the network that asked.
  network bytea not null,
  status text not null,
  asked_at bigint not null,
  -- When both pictures were there.
  review_at bigint,
  -- The second operator who approved, or the one who rejected.
  decided_by text,
  decided_at bigint,
  reason text,
  -- From when it can be opened. Null unless it was approved.
  ready_at bigint,
  opened_at bigint,
  ended_at bigint,
  vetoed_by text check (vetoed_by in ('device', 'safety_word')),
  -- The session of the device that vetoed.
  session_id bigint references sessions (id),
  check ((decided_by is null) = (decided_at is null)),
  check (user_id is not null or status in ('pictures', 'lapsed')),
  check ((ended_at is not null) = (status in ('done', 'rejected', 'vetoed', 'lapsed'))),
  check (status not in ('waiting', 'opened', 'done', 'vetoed') or ready_at is not null),
  check (status not in ('opened', 'done') or opened_at >= ready_at),
  check ((vetoed_by is not null) = (status = 'vetoed')),
  check ((session_id is not null) = (vetoed_by is not null and vetoed_by = 'device'))
);
create index account_recoveries_by_user on account_recoveries (user_id, id desc) where user_id is not null;
create index account_recoveries_by_network on account_recoveries (network, asked_at);
create index account_recoveries_by_time on account_recoveries (asked_at);
create index account_recoveries_waiting on account_recoveries (id) where status = 'review';
create index account_recoveries_alive on account_recoveries (asked_at)
  where status in ('pictures', 'review', 'waiting', 'opened');
create unique index account_recoveries_approved on account_recoveries (user_id, lost)
  where status in ('waiting', 'opened');
create trigger account_recoveries_states before insert or update or delete on account_recoveries
  for each row execute function follow_states('pictures',
    'pictures>review pictures>lapsed review>waiting review>rejected review>lapsed waiting>opened waiting>vetoed '
    'waiting>lapsed opened>done opened>vetoed opened>lapsed',
    'status review_at decided_by decided_at reason ready_at opened_at ended_at vetoed_by session_id');

-- The first operator's approval. A veto of another recovery of the account removes it.
create table recovery_proposals (
  recovery_id bigint primary key references account_recoveries (id),
  proposed_by text not null,
  proposed_at bigint not null
);

-- The two pictures of a recovery. Each is sealed with a key of its own, which is sealed with that of the vault. Both are
-- removed when the recovery has ended.
create table recovery_pictures (
  recovery_id bigint not null references account_recoveries (id),
  picture text not null check (picture in ('document', 'face')),
  bytes int not null check (bytes > 0),
  stored_at bigint not null,
  key_sealed bytea,
  sealed bytea,
  removed_at bigint,
  primary key (recovery_id, picture),
  check ((sealed is null) = (key_sealed is null) and (sealed is null) = (removed_at is not null))
);
alter table recovery_pictures alter column sealed set storage external;
create index recovery_pictures_kept on recovery_pictures (recovery_id) where removed_at is null;

do $$
declare t text;
begin
  foreach t in array array['account_recoveries', 'recovery_proposals', 'recovery_pictures'] loop
    execute format('create trigger %1$s_no_truncate before truncate on %1$s
      execute function refuse_change()', t);
  end loop;
end $$;

-- A recovery sets a password without the one before: its ticket names the user and which password.
do $$
declare c text;
begin
  for c in select conname from pg_constraint
    where conrelid = 'password_tickets'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%change%'
  loop
    execute format('alter table password_tickets drop constraint %I', c);
  end loop;
end $$;
alter table password_tickets
  add constraint password_tickets_act check (act in ('log_in', 'change', 'register', 'recover')),
  add constraint password_tickets_kind check ((kind is not null) = (act in ('change', 'recover')));
-- The recovery that set it.
alter table password_changes add column recovery_id bigint unique references account_recoveries (id);
