-- Web push: the server's key, each browser that asked to be pushed to, and what it is told of.

create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  -- Sealed with the vault's master key, which stands outside the database.
  private_key bytea not null,
  created_at bigint not null
);
create trigger push_keys_append_only before update or delete on push_keys
  for each row execute function refuse_change();
create trigger push_keys_no_truncate before truncate on push_keys execute function refuse_change();

-- A browser's subscription belongs to the session it was made in: when that ends, nothing is pushed there any more.
create table push_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  session_id bigint not null references sessions (id),
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at bigint not null
);
create index push_devices_by_user on push_devices (user_id, id desc);

create table push_switches (
  user_id bigint primary key references users (id),
  settled boolean not null,
  reviews boolean not null,
  alerts boolean not null,
  announcements boolean not null
);
