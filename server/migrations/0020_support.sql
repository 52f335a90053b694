-- Customer service: one conversation a user, messages that nobody changes, and marks that only grow.

alter table photos drop constraint photos_purpose_check;
alter table photos add constraint photos_purpose_check
  check (purpose in ('id_front', 'id_back', 'deposit_proof', 'support'));

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
  -- Keys of contract/support.ts; their words are the client's.
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
-- The same intent is one message for ever, whatever becomes of its stored answer.
create unique index support_messages_once on support_messages (user_id, author, intent_key);
create trigger support_messages_append_only before update or delete on support_messages
  for each row execute function refuse_change();
create trigger support_messages_no_truncate before truncate on support_messages
  execute function refuse_change();

create table support_threads (
  user_id bigint primary key references users (id),
  last_id bigint not null references support_messages (id),
  -- Since when the user waits for a person; null: nothing that they wrote needs one.
  waiting_since bigint,
  -- Highest numbers that arrived at, and were read by, the user and the staff; 0: none.
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

create function support_marks_grow() returns trigger language plpgsql as $$
begin
  if new.user_delivered < old.user_delivered or new.user_read < old.user_read
    or new.staff_delivered < old.staff_delivered or new.staff_read < old.staff_read
    or new.last_id < old.last_id then
    raise exception 'marks of a conversation only grow' using errcode = 'FT900';
  end if;
  return new;
end $$;
create trigger support_threads_grow before update on support_threads
  for each row execute function support_marks_grow();
