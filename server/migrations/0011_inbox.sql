-- The baseline, inbox: announcements, messages, web push and customer service. The functions are in
-- server/sql/functions/messages.sql and told.sql.

-- Messages to all users who were registered when they were sent. They are delivered in the order of the users' ids:
-- users up to `told_through` have it.
create table announcements (
  id bigint generated always as identity primary key,
  intent_key text not null unique,
  texts jsonb not null check (texts ? 'zh-CN' and texts ? 'en'),
  sent_by text not null,
  sent_at bigint not null,
  users int not null check (users >= 0),
  last_user bigint not null,
  told_through bigint not null default 0,
  told int not null default 0,
  done_at bigint
);
create index announcements_waiting on announcements (id) where done_at is null;
create index announcements_by_time on announcements (sent_at);
create trigger announcements_stand before update or delete on announcements
  for each row execute function announcements_stand();

-- The inbox of each user. Texts are made from the kind and its parameters.
create table messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  kind text not null,
  params jsonb not null,
  sent_at bigint not null,
  read_at bigint,
  announcement_id bigint references announcements (id)
);
create index messages_by_user on messages (user_id, id desc);
create index messages_unread on messages (user_id, id) where read_at is null;
-- No user gets the same announcement twice, whatever the job does.
create unique index messages_announced on messages (announcement_id, user_id)
  where announcement_id is not null;

-- The key pair by which the server signs web pushes.
create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  -- Sealed with the master key, which is stored outside the database.
  private_key bytea not null,
  created_at bigint not null
);

-- Subscriptions of browsers. Each belongs to the session in which it was made, and nothing is pushed after its end.
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

-- Which kinds of messages are pushed to a user.
create table push_switches (
  user_id bigint primary key references users (id),
  settled boolean not null,
  reviews boolean not null,
  alerts boolean not null,
  announcements boolean not null
);

-- The conversation of each user with customer service.
create table support_messages (
  id bigint generated always as identity (start with 1001) primary key,
  user_id bigint not null references users (id),
  author text not null check (author in ('user', 'staff', 'helper')),
  -- Of staff.
  operator text,
  text text not null default '' check (char_length(text) <= 2000),
  photo_id bigint references photos (id),
  about_kind text check (about_kind in ('order', 'deposit', 'withdrawal')),
  about_id bigint,
  -- Keys of contract/support.ts, whose texts are in the client.
  question text,
  answer text,
  sent_at bigint not null,
  intent_key text,
  check ((operator is not null) = (author = 'staff')),
  check ((answer is not null) = (author = 'helper')),
  check ((intent_key is null) = (author = 'helper')),
  check ((about_kind is null) = (about_id is null)),
  check (text <> '' or photo_id is not null or about_kind is not null
    or question is not null or answer is not null)
);
create index support_messages_by_user on support_messages (user_id, id desc);
-- An intent remains one message after its stored answer was removed.
create unique index support_messages_once on support_messages (user_id, author, intent_key);

-- How far each conversation was delivered and read.
create table support_threads (
  user_id bigint primary key references users (id),
  last_id bigint not null references support_messages (id),
  -- Since when the user waits for a person. Null if no message needs one.
  waiting_since bigint,
  -- The highest ids that were delivered to, and read by, the user and the staff. 0 for none.
  user_delivered bigint not null default 0,
  user_read bigint not null default 0,
  staff_delivered bigint not null default 0,
  staff_read bigint not null default 0,
  check (user_read <= user_delivered and user_delivered <= last_id),
  check (staff_read <= staff_delivered and staff_delivered <= last_id)
);
create index support_threads_waiting on support_threads (waiting_since, user_id)
  where waiting_since is not null;
create index support_threads_newest on support_threads (last_id desc);
create trigger support_threads_grow before update on support_threads
  for each row execute function support_marks_grow();
