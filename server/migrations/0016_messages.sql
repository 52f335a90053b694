-- What makes messages whole: what was read, the user's safety word, and announcements that reach everybody once.

create index messages_unread on messages (user_id, id) where read_at is null;

alter table users add column safety_word text check (length(safety_word) between 2 and 20);

-- `told_through`: the users up to this id have it, for they are told in the order of their ids. Whoever registers
-- after it was sent is not told.
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

create function announcements_stand() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.done_at is not null or new.told_through < old.told_through
    or to_jsonb(new) - array['told_through', 'told', 'done_at']
      is distinct from to_jsonb(old) - array['told_through', 'told', 'done_at'] then
    raise exception 'announcements stand as they were sent' using errcode = 'FT900';
  end if;
  return new;
end $$;
create trigger announcements_stand before update or delete on announcements
  for each row execute function announcements_stand();
create trigger announcements_no_truncate before truncate on announcements
  execute function refuse_change();

alter table messages add column announcement_id bigint references announcements (id);
-- Whatever the job does: nobody gets the same one twice.
create unique index messages_announced on messages (announcement_id, user_id)
  where announcement_id is not null;

-- Tells the next users of the oldest announcement that not everybody has, and how far it came, in one transaction: a
-- kill leaves both or neither.
create function tell_announcement(p_users int, p_at bigint)
returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  a announcements;
  ids bigint[];
begin
  select * into a from announcements where done_at is null order by id limit 1 for update;
  if not found then return; end if;
  select coalesce(array_agg(u.id order by u.id), '{}') into ids from (
    select id from users where id > a.told_through and id <= a.last_user order by id limit p_users
  ) u;
  perform 1 from user_mutex m where m.user_id = any (ids) order by m.user_id for update;
  return query
  with sent as (
    insert into messages as m (user_id, kind, params, sent_at, announcement_id)
    select id, 'announcement', jsonb_build_object('announcementId', a.id::text), a.sent_at, a.id
    from unnest(ids) id
    returning m.id, m.user_id, m.params
  ), items as (
    select user_id as u, json_build_object('id', id::text, 'kind', 'announcement', 'params', params,
      'texts', a.texts, 'sentAt', a.sent_at, 'readAt', null)::text as p
    from sent
  )
  select e.* from (
    select array_agg(u order by u) us, array_agg('messages'::text) ts, array_agg(p order by u) ps
    from items
  ) all_items, outbox_append(all_items.us, all_items.ts, all_items.ps) e;
  update announcements x set told = x.told + cardinality(ids),
    told_through = greatest(x.told_through, coalesce(ids[cardinality(ids)], x.told_through)),
    done_at = case when cardinality(ids) < p_users then p_at end
  where x.id = a.id;
end $$;
