-- Announcements, price alerts and customer service.

-- Trigger. Announcements never change after they are sent; only how far they have been delivered does.
create or replace function announcements_stand() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.done_at is not null or new.told_through < old.told_through
    or to_jsonb(new) - array['told_through', 'told', 'done_at']
      is distinct from to_jsonb(old) - array['told_through', 'told', 'done_at'] then
    raise exception 'announcements stand as they were sent' using errcode = 'FT900';
  end if;
  return new;
end $$;

-- An event as pages get it. The outbox has an announcement without its texts, which are stored once for all users.
create or replace function outbox_payload(p_topic text, p_payload text) returns text language sql stable as $$
  select coalesce((
    select (event.json || jsonb_build_object('texts', a.texts))::text
    from (select p_payload::jsonb as json where p_topic = 'messages') event
    join announcements a on event.json ->> 'kind' = 'announcement'
      and a.id = substring(event.json -> 'params' ->> 'announcementId' from '^\d{1,18}$')::bigint), p_payload)
$$;

-- Delivers the oldest unfinished announcement to the next p_users users who are no guests, and stores how far it came,
-- in one transaction: a crash leaves both or neither.
create or replace function tell_announcement(p_users int, p_at bigint)
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
    select id from users where id > a.told_through and id <= a.last_user and not is_guest(id)
    order by id limit p_users
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
      'sentAt', a.sent_at, 'readAt', null)::text as p
    from sent
  )
  select e.user_id, e.topic, e.seq, outbox_payload(e.topic, e.payload) from (
    select array_agg(u order by u) us, array_agg('messages'::text) ts, array_agg(p order by u) ps
    from items
  ) all_items, outbox_append(all_items.us, all_items.ts, all_items.ps) e;
  update announcements x set told = x.told + cardinality(ids),
    told_through = greatest(x.told_through, coalesce(ids[cardinality(ids)], x.told_through)),
    done_at = case when cardinality(ids) < p_users then p_at end
  where x.id = a.id;
end $$;

-- Stores a price alert. Raises FT409 if the user has p_max active alerts.
create or replace function set_alert(p_alert jsonb, p_max int) returns price_alerts
language plpgsql security definer as $$
declare
  a price_alerts := jsonb_populate_record(null::price_alerts, p_alert);
  waiting int;
begin
  select count(*) into waiting from price_alerts where user_id = a.user_id and status = 'active';
  if waiting >= p_max then
    raise exception 'too_many_alerts' using errcode = 'FT409',
      detail = json_build_object('limit', p_max);
  end if;
  insert into price_alerts (user_id, product_id, direction, price, created_at, after_seq, status)
    values (a.user_id, a.product_id, a.direction, a.price, a.created_at, a.after_seq, 'active')
    returning * into a;
  return a;
end $$;

-- Cancels an active price alert.
create or replace function cancel_alert(p_id bigint, p_at bigint) returns price_alerts
language plpgsql security definer as $$
declare
  a price_alerts;
begin
  select * into strict a from price_alerts where id = p_id for update;
  if a.status <> 'active' then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', a.status);
  end if;
  update price_alerts set status = 'cancelled', ended_at = p_at where id = p_id returning * into a;
  return a;
end $$;

-- Ends the alerts that ticks have reached, with message and events in the same transaction. Alerts that ended
-- meanwhile are skipped. p_hits: [{id, seq, at, price, ended_at, event, message}], at most one per alert.
create or replace function hit_alerts(p_hits jsonb)
returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  perform 1 from user_mutex m
    where m.user_id = any (array(
      select distinct a.user_id from jsonb_array_elements(p_hits) h
      join price_alerts a on a.id = (h ->> 'id')::bigint))
    order by m.user_id for update;
  return query
  with hits as (
    select * from jsonb_to_recordset(p_hits) h (
      id bigint, seq bigint, at bigint, price bigint, ended_at bigint, event text, message jsonb)
  ), ended as (
    update price_alerts a
    set status = 'hit', hit_seq = h.seq, hit_at = h.at, hit_price = h.price, ended_at = h.ended_at
    from hits h where a.id = h.id and a.status = 'active'
    returning a.id, a.user_id, h.event, h.message, h.ended_at
  ), sent as (
    insert into messages as m (user_id, kind, params, sent_at)
    select user_id, 'price_alert', message, ended_at from ended order by id
    returning m.id, m.user_id, m.kind, m.params, m.sent_at
  ), items as (
    select user_id as u, 'alerts' as t, event as p, id as ord from ended
    union all
    select user_id, 'messages', json_build_object('id', id::text, 'kind', kind, 'params', params,
      'sentAt', sent_at, 'readAt', null)::text, id from sent
  )
  select e.* from (
    select array_agg(u order by ord) us, array_agg(t order by ord) ts, array_agg(p order by ord) ps
    from items having count(*) > 0
  ) a, outbox_append(a.us, a.ts, a.ps) e;
end $$;

-- Trigger. The newest message, delivered and read marks of a conversation only increase.
create or replace function support_marks_grow() returns trigger language plpgsql as $$
begin
  if new.user_delivered < old.user_delivered or new.user_read < old.user_read
    or new.staff_delivered < old.staff_delivered or new.staff_read < old.staff_read
    or new.last_id < old.last_id then
    raise exception 'marks of a conversation only grow' using errcode = 'FT900';
  end if;
  return new;
end $$;

-- Stores an announcement to all users that exist now, by an operator's live session, and logs it. p_texts: by language.
create or replace function send_announcement(p_actor text, p_secret text, p_key text, p_texts jsonb, p_at bigint)
returns announcements language plpgsql security definer as $$
declare
  a announcements;
begin
  perform require_operator(p_actor, p_secret, p_at);
  insert into announcements (intent_key, texts, sent_by, sent_at, users, last_user)
    select p_key, p_texts, p_actor, p_at, count(*) filter (where not is_guest(id)), coalesce(max(id), 0) from users
    returning * into a;
  perform log_act(p_at, p_actor, 'announcement_send', null, a.id::text);
  return a;
end $$;

-- Stores a message of customer service to a user, by an operator's live session.
create or replace function write_as_staff(
  p_actor text, p_secret text, p_user bigint, p_text text, p_key text, p_at bigint
) returns support_messages language plpgsql security definer as $$
declare
  m support_messages;
begin
  perform require_operator(p_actor, p_secret, p_at);
  insert into support_messages (user_id, author, operator, text, sent_at, intent_key)
    values (p_user, 'staff', p_actor, p_text, p_at, p_key) returning * into m;
  return m;
end $$;

-- Trigger. Only write_as_staff, which runs as the owner of the table, writes in the name of an operator.
create or replace function staff_writes_in_session() returns trigger language plpgsql as $$
begin
  if new.author = 'staff' and current_user <> (select tableowner from pg_tables
      where schemaname = 'public' and tablename = 'support_messages') then
    raise exception 'staff writes in a session' using errcode = 'FT903';
  end if;
  return new;
end $$;
create or replace trigger support_messages_staff before insert on support_messages
  for each row execute function staff_writes_in_session();
