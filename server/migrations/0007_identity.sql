-- Who users are: sealed keys, photos, verifications, payout accounts and their changes by two operators.

-- Data keys, each wrapped with the master key that stands outside the database. Destroying a row's `wrapped` destroys
-- all that was sealed with it.
create table user_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  purpose text not null,
  wrapped bytea,
  created_at bigint not null,
  destroyed_at bigint,
  check ((wrapped is null) = (destroyed_at is not null))
);
create unique index user_keys_alive on user_keys (user_id, purpose) where wrapped is not null;

-- The bytes are sealed in a file of the data folder; here stands what is known of them.
create table photos (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('id_front', 'id_back', 'deposit_proof')),
  key_id bigint not null references user_keys (id),
  width int not null,
  height int not null,
  bytes int not null,
  created_at bigint not null,
  -- Named by a form; until then it is swept away after a day.
  claimed_at bigint,
  deleted_at bigint
);
create index photos_by_user on photos (user_id, id);
create index photos_unclaimed on photos (created_at) where claimed_at is null and deleted_at is null;

create table verifications (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users (id),
  nationality text not null,
  -- Sealed with the user's key for `identity`.
  key_id bigint not null references user_keys (id),
  name_sealed bytea not null,
  id_number_sealed bytea not null,
  name_mask text not null,
  id_number_mask text not null,
  -- Keyed digest of nationality and number: finds the same document without showing it.
  document_digest bytea not null,
  front_photo bigint not null references photos (id),
  back_photo bigint not null references photos (id),
  status text not null,
  submitted_at bigint not null,
  decided_at bigint,
  reviewer text,
  reason text,
  photos_until bigint,
  check ((decided_at is null) = (status = 'verifying')),
  check ((reason is not null) = (status = 'rejected'))
);
create unique index verifications_alive on verifications (user_id)
  where status in ('verifying', 'verified');
create index verifications_by_user on verifications (user_id, id desc);
create index verifications_waiting on verifications (id) where status = 'verifying';
create index verifications_by_document on verifications (document_digest);
create trigger verifications_states before insert or update or delete on verifications
  for each row execute function follow_states('verifying',
    'verifying>verified verifying>rejected', 'status decided_at reviewer reason photos_until');

create function move_verification(
  p_id bigint, p_to text, p_actor text, p_reason text, p_at bigint, p_photos_until bigint
) returns verifications language plpgsql security definer as $$
declare
  v verifications;
begin
  select * into strict v from verifications where id = p_id for update;
  if v.status <> 'verifying' or p_actor is null then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', v.status);
  end if;
  update verifications set status = p_to, reviewer = p_actor, reason = p_reason, decided_at = p_at,
    photos_until = p_photos_until
  where id = p_id returning * into v;
  perform log_act(p_at, p_actor, 'verification_' || case p_to
    when 'verified' then 'approve' else 'reject' end, v.user_id, v.id::text, p_reason);
  return v;
end $$;

create table payout_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null check (kind in ('bank_card', 'currency_address')),
  nationality text not null,
  -- The whole form as JSON, sealed with the user's key for `payout`.
  key_id bigint not null references user_keys (id),
  form_sealed bytea not null,
  holder_mask text not null,
  -- Bank or currency.
  bank text not null,
  number_mask text not null,
  set_at bigint not null,
  held_until bigint,
  replaced_at bigint
);
create unique index payout_accounts_current on payout_accounts (user_id) where replaced_at is null;

create table payout_changes (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users (id),
  key_id bigint not null references user_keys (id),
  form_sealed bytea not null,
  why text not null,
  status text not null,
  proposed_by text not null,
  proposed_at bigint not null,
  decided_by text,
  decided_at bigint,
  check ((decided_by is null) = (status = 'proposed')),
  -- Two operators: nobody approves what they proposed.
  check (status <> 'approved' or decided_by <> proposed_by)
);
create unique index payout_changes_waiting on payout_changes (user_id) where status = 'proposed';
create trigger payout_changes_states before insert or update or delete on payout_changes
  for each row execute function follow_states('proposed',
    'proposed>approved proposed>rejected', 'status decided_by decided_at');

-- Passwords change in one way: whoever changes one knew the old one's hash. Null: it was another by then.
create function change_password(p_user bigint, p_kind text, p_old_hash text, p_new_hash text)
returns boolean language plpgsql security definer as $$
begin
  if p_kind = 'login' then
    update users set password_hash = p_new_hash where id = p_user and password_hash = p_old_hash;
  elsif p_kind = 'trading' then
    update users set trading_password_hash = p_new_hash
      where id = p_user and trading_password_hash = p_old_hash;
  else
    raise exception 'no such password' using errcode = 'FT903';
  end if;
  return found;
end $$;

create table log_ins (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  at bigint not null,
  succeeded boolean not null,
  known boolean not null,
  user_agent text not null default '',
  address text not null default ''
);
create index log_ins_by_user on log_ins (user_id, id desc);

create table totp_factors (
  user_id bigint primary key references users (id),
  key_id bigint not null references user_keys (id),
  secret_sealed bytea not null,
  started_at bigint not null,
  -- Null: started, not on yet.
  confirmed_at bigint,
  -- The newest time step used: each code works once.
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null,
  used_at bigint,
  primary key (user_id, code_hash)
);
create table passkeys (
  id text primary key,
  user_id bigint not null references users (id),
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_by_user on passkeys (user_id);
-- One open challenge a user and purpose; `bound` is what its answer confirms.
create table passkey_challenges (
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('register', 'withdraw', 'manage')),
  challenge text not null,
  bound text not null default '',
  expires_at bigint not null,
  primary key (user_id, purpose)
);

-- Grows with every change of what the profile topic shows.
alter table users add column profile_version bigint not null default 0;
