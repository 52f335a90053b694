-- What guards the log-in: refused tries in the history, notices about them, and the second factor at log-in.

-- A refused line sums up the tries of an hour that were refused before the password was looked at; `at` is the first
-- of them, and device and address are those of the last. Every other line is one try.
alter table log_ins add column refused boolean not null default false;
alter table log_ins add column times int not null default 1 check (times >= 1);
alter table log_ins add column last_at bigint;
alter table log_ins add column addresses text[] not null default '{}';
alter table log_ins add check (not (refused and succeeded));
create index log_ins_refused on log_ins (user_id, id desc) where refused;

-- Failed and refused tries from unknown devices that the owner has not been notified of.
create table log_in_alarms (
  user_id bigint primary key references users (id),
  untold int not null check (untold >= 0),
  since bigint not null,
  told_at bigint
);
create index log_in_alarms_untold on log_in_alarms (user_id) where untold > 0;

-- Whether the log-in asks for a second factor; it counts while one is on.
alter table users add column factor_at_log_in boolean not null default true;

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('register', 'withdraw', 'manage', 'log_in'));

-- A passkey whose removal nothing but the password proved: it stays until then, and its use keeps it.
alter table passkeys add column removal_at bigint;
create index passkeys_removal on passkeys (removal_at) where removal_at is not null;
