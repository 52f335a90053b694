-- The baseline, users: their accounts, sealed keys, photos and verifications. The functions are in
-- server/sql/functions/accounts.sql and guests.sql.

-- One row per user. The accounts of the ledger are opened with it.
create table users (
  id bigint generated always as identity (start with 1001) primary key,
  account text not null,
  account_key text generated always as (lower(account)) stored unique,
  phone text not null,
  nickname text not null,
  opening_code text not null unique,
  invited_by bigint references users (id),
  password_hash text not null default '',
  trading_password_hash text not null default '',
  created_at timestamptz not null default now(),
  -- Grows with every change of what the profile topic shows.
  profile_version bigint not null default 0,
  safety_word text check (length(safety_word) between 2 and 20),
  -- Whether the log-in asks for a second factor. It counts while a factor is on.
  factor_at_log_in boolean not null default true,
  -- Whether a user has a password. The role of the app cannot read the hash.
  has_password boolean generated always as (password_hash <> '') stored
);
create index users_by_inviter on users (invited_by);
create trigger users_open_accounts after insert on users
  for each row execute function open_user_accounts();

-- One row per user, locked first by every money transaction. No table refers to it, so no foreign key waits for it.
create table user_mutex (user_id bigint primary key);

-- Guests: visitors who trade with practice money on one device without having registered. A guest is a user without a
-- password. The row remains after the guest has registered or ended, because orders of guests are left out of the
-- public statistics. Functions and triggers are in server/sql/functions/guests.sql.
create table guests (
  user_id bigint primary key references users (id),
  created_at bigint not null,
  -- SHA-256 of the key with which the device asked, so that a repeated request gets the same guest.
  key_hash bytea not null unique,
  -- When the guest became a registered user. Null: not registered.
  registered_at bigint,
  -- When no session was left, and the personal data was removed. Null: not ended.
  ended_at bigint,
  check (registered_at is null or ended_at is null)
);
create index guests_now on guests (created_at) where registered_at is null and ended_at is null;

-- Data keys, each wrapped with the master key, which is stored outside the database. Destroying a row's `wrapped`
-- destroys all that was sealed with it.
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

-- Photos that users uploaded. The bytes are sealed in a file of the data folder.
create table photos (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('id_front', 'id_back', 'deposit_proof', 'support')),
  key_id bigint not null references user_keys (id),
  width int not null,
  height int not null,
  bytes int not null,
  created_at bigint not null,
  -- When a form named it. A photo that no form names is removed after a day.
  claimed_at bigint,
  deleted_at bigint,
  -- When the question of a picture for customer service was answered. It is kept for a time from then on. A proof of a
  -- deposit is kept by the decision about the deposit.
  case_closed_at bigint
);
create index photos_by_user on photos (user_id, id);
create index photos_unclaimed on photos (created_at) where claimed_at is null and deleted_at is null;
create index photos_closed on photos (case_closed_at) where case_closed_at is not null and deleted_at is null;

-- Requests to verify an identity, which an operator decides.
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

-- Throttling: a bucket drains with time. Its row has the moment (ms) at which it is empty.
create table throttle_buckets (
  bucket text primary key,
  empty_at bigint not null
);
create index throttle_buckets_by_time on throttle_buckets (empty_at);
