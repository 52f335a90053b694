-- Price alerts: set by a user, ended by the first tick after it that reaches the price, or by the user.

create table price_alerts (
  id bigint generated always as identity (start with 970001) primary key,
  user_id bigint not null references users (id),
  product_id smallint not null references products (id),
  direction text not null check (direction in ('at_or_above', 'at_or_below')),
  price bigint not null check (price > 0),
  created_at bigint not null,
  -- The newest tick when it was set: those after it are judged.
  after_seq bigint not null,
  status text not null check (status in ('active', 'hit', 'cancelled')),
  hit_seq bigint check (hit_seq > after_seq),
  hit_at bigint,
  hit_price bigint,
  ended_at bigint,
  check ((hit_seq is null) = (status <> 'hit')),
  check ((hit_seq is null) = (hit_at is null) and (hit_seq is null) = (hit_price is null)),
  check (hit_price is null
    or case direction when 'at_or_above' then hit_price >= price else hit_price <= price end),
  check ((ended_at is null) = (status = 'active'))
);
create index price_alerts_by_user on price_alerts (user_id, id desc);
create index price_alerts_active on price_alerts (product_id, id) where status = 'active';
-- The same one is not set twice: an answer that was lost may be asked for again.
create unique index price_alerts_once on price_alerts (user_id, product_id, direction, price)
  where status = 'active';
create trigger price_alerts_states before insert or update or delete on price_alerts
  for each row execute function follow_states('active', 'active>hit active>cancelled',
    'status hit_seq hit_at hit_price ended_at');
create trigger price_alerts_no_truncate before truncate on price_alerts
  execute function refuse_change();

-- Ticks up to this one are judged, and what they hit is written: where the server goes on after a restart.
create table alert_marks (
  product_id smallint primary key references products (id),
  judged_seq bigint not null
);

-- The caller holds the user's mutex in both that follow. FT409: the code, with its parameters as JSON in the detail.

create function set_alert(p_alert jsonb, p_max int) returns price_alerts
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

create function cancel_alert(p_id bigint, p_at bigint) returns price_alerts
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

-- Ends alerts that ticks have reached: status, message and events in one transaction. Those that ended meanwhile are
-- passed over. p_hits: [{id, seq, at, price, ended_at, event, message}], at most one an alert.
create function hit_alerts(p_hits jsonb)
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
