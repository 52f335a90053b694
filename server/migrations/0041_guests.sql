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
create trigger guests_no_truncate before truncate on guests execute function refuse_change();
