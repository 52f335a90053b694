-- The operators' log and the public statistics.

-- A field with its length in bytes before it.
create or replace function act_field(field text) returns text language sql immutable as $$
  select octet_length(field)::text || ':' || field
$$;

-- SHA-256 over the format's name and eight fields. From format 2 on each field is preceded by its length in bytes and
-- a colon. The last field is the hash before, in format 3 the salt. One expression, and not immutable because
-- convert_to is not, so that the planner inlines it: the invariants call it for every act.
create or replace function act_digest(line operator_log) returns bytea language sql stable as $$
  select sha256(convert_to(case line.format
    when 1 then concat_ws('|', 'fairtick-operator-1', line.seq, line.at, line.actor, line.act,
      coalesce(line.user_id::text, ''), line.ref, line.reason, encode(line.previous_hash, 'hex'))
    else act_field('fairtick-operator-' || line.format) || act_field(line.seq::text) || act_field(line.at::text)
      || act_field(line.actor) || act_field(line.act) || act_field(coalesce(line.user_id::text, ''))
      || act_field(line.ref) || act_field(line.reason)
      || act_field(coalesce(line.salt, encode(line.previous_hash, 'hex'))) end, 'UTF8'))
$$;

-- The hash of a record of the public chain `operators`, whose text is the digest of an act.
create or replace function act_link(line operator_log, previous bytea) returns bytea
language sql stable as $$
  select sha256(convert_to('fairtick-operators-1|' || line.seq || '|' || line.minute || '|' ||
    encode(line.hash, 'hex') || '|' || encode(previous, 'hex'), 'UTF8'))
$$;

-- Appends a line to the operator log and links it to the line before. Takes the last lock of its transaction. A line is
-- never dated before the minute of the line before, whatever the caller's clock says.
create or replace function log_act(
  p_at bigint, p_actor text, p_act text, p_user bigint, p_ref text, p_reason text default ''
) returns bigint language plpgsql security definer as $$
declare
  head operator_log_head;
  line operator_log;
begin
  select * into strict head from operator_log_head for update;
  line.seq := head.seq + 1;
  line.at := greatest(p_at, head.minute);
  line.actor := p_actor;
  line.act := p_act;
  line.user_id := p_user;
  line.ref := p_ref;
  line.reason := coalesce(p_reason, '');
  line.format := 3;
  line.salt := left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32);
  line.hash := act_digest(line);
  line.minute := line.at / 60000 * 60000;
  line.link := act_link(line, head.hash);
  insert into operator_log select line.*;
  update operator_log_head set seq = line.seq, hash = line.link, minute = line.minute;
  return line.seq;
end $$;

-- Adds the next day that is over to the sums of settlements. False if there is none. The newest checkpoint is past it
-- too, so that no caller can end a day. A day waits while an order that
-- ended on it is open, unless it is frozen, because no settlement is dated before the end of its order.
create or replace function sum_settled_day(p_at bigint) returns boolean language plpgsql security definer
set plan_cache_mode = force_custom_plan as $$
declare
  starts bigint;
  ends bigint;
begin
  select settled_before into strict starts from statistics for update;
  select utc_day_start_ms(min(settled_at)) into starts from settlements where settled_at >= starts;
  ends := starts + 86400000;
  if starts is null or ends > least(p_at, coalesce((
      select time_ms from checkpoints order by number desc limit 1), 0)) or exists (
      select from orders o where o.status in ('open', 'live') and o.expires_at < ends
        and not exists (select from frozen f
          where f.scope = 'order' and f.subject = o.id and f.ended_at is null)) then
    return false;
  end if;
  with settled as (
    select s.outcome, s.profit_and_loss, o.user_id
    from settlements s join orders o on o.id = s.order_id
    where s.settled_at >= starts and s.settled_at < ends and not was_guest(o.user_id, o.accepted_at)
  ), added as (
    insert into settled_days
    select fund_day(starts), count(*) filter (where outcome = 'won'), count(*) filter (where outcome = 'lost'),
      count(*) filter (where outcome = 'draw'), count(*) filter (where outcome = 'void')
    from settled
  )
  insert into settled_traders as t select user_id, sum(profit_and_loss) from settled group by user_id
  on conflict (user_id) do update set profit_and_loss = t.profit_and_loss + excluded.profit_and_loss;
  update statistics set settled_before = ends;
  return true;
end $$;

-- Counts and sums of what was settled or decided since p_since, in ms; 0 means ever. Orders of guests do not count. It
-- is planned for the moment: without it, PostgreSQL expects a third of all settlements, and reads all orders.
create or replace function statistics_since(p_since bigint) returns jsonb
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  settled_since constant bigint :=
    case p_since when 0 then (select settled_before from statistics) else p_since end;
begin
  return (with settled as (
    select s.outcome, s.profit_and_loss, o.user_id
    from settlements s join orders o on o.id = s.order_id
    where s.settled_at >= settled_since and not was_guest(o.user_id, o.accepted_at)
  ), outcomes as (
    select outcome, count(*) as n from settled group by outcome
    union all
    select o.outcome, o.n from settled_days d
    cross join lateral (values ('won', d.won), ('lost', d.lost), ('draw', d.draw), ('void', d.void)) o (outcome, n)
    where p_since = 0
  ), traders as (
    select sum(result) as result from (
      select user_id, profit_and_loss as result from settled
      union all
      select user_id, profit_and_loss from settled_traders where p_since = 0
    ) each group by user_id
  ), decided (kind, took) as (
    select 'deposit', decided_at - created_at from deposits
      where status in ('approved', 'rejected') and decided_at >= p_since
    union all
    select 'withdrawal', decided_at - created_at from withdrawals
      where status not in ('requested', 'review', 'cancelled') and decided_at >= p_since
    union all
    select 'verification', decided_at - submitted_at from verifications
      where status in ('verified', 'rejected') and decided_at >= p_since
  ), refused as (
    select e.outcome from refusal_outcomes e join order_refusals r on r.id = e.refusal_id
    where r.refused_at >= p_since and not was_guest(r.user_id, r.refused_at)
  ), reviews as (
    select kind, count(*) as decided,
      percentile_disc(array[0.5, 0.9]) within group (order by took) as times
    from decided group by kind
  )
  select jsonb_build_object(
    'outcomes', (select jsonb_build_object(
      'won', coalesce(sum(n) filter (where outcome = 'won'), 0),
      'lost', coalesce(sum(n) filter (where outcome = 'lost'), 0),
      'draw', coalesce(sum(n) filter (where outcome = 'draw'), 0),
      'void', coalesce(sum(n) filter (where outcome = 'void'), 0)) from outcomes),
    'refused', (select jsonb_build_object(
      'won', count(*) filter (where outcome = 'won'),
      'lost', count(*) filter (where outcome = 'lost'),
      'draw', count(*) filter (where outcome = 'draw'),
      'void', count(*) filter (where outcome = 'void')) from refused),
    'traders', (select count(*) from traders),
    'losers', (select count(*) from traders where result < 0),
    'reviews', coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'decided', decided,
      'medianMs', times[1], 'p90Ms', times[2])) from reviews), '[]')));
end $$;

-- Recomputes the statistics if the stored ones are older than p_period, or newer than p_at because a clock went
-- back. Concurrent callers wait for the row and find it fresh.
create or replace function refresh_statistics(p_at bigint, p_period bigint, p_recent bigint)
returns table (at bigint, figures jsonb) language plpgsql security definer as $$
#variable_conflict use_column
declare
  stands statistics;
begin
  select * into strict stands from statistics for update;
  if stands.at is null or p_at - stands.at not between 0 and p_period - 1 then
    update statistics set at = p_at, figures = jsonb_build_object(
      'recent', statistics_since(p_at - p_recent), 'all', statistics_since(0));
  end if;
  return query select s.at, s.figures from statistics s;
end $$;

-- Trigger. A product halts only after it has drained for longer than any order lasts (FILL_MAX_MS in
-- rules/outage.ts), by the times of the price log: a period is not dated back, and its halt not ahead. Ten seconds are
-- allowed between a clock and the log. A market that is closed has no later times.
create or replace function maintenance_drains() returns trigger language plpgsql as $$
declare
  newest record;
begin
  select time_ms, kind into newest from tick_heads where product_id = new.product_id;
  if tg_op = 'INSERT' and (new.how <> 'drain' or new.halted_at is not null
      or new.asked_at < coalesce(newest.time_ms, 0) - 10000) then
    raise exception 'maintenance starts by draining, now' using errcode = 'FT900';
  end if;
  if tg_op = 'UPDATE' and new.halted_at is distinct from old.halted_at
      and (old.halted_at is not null or new.halted_at is null or new.halted_at < new.asked_at + 911000
        or newest.kind <> 3 and newest.time_ms < new.asked_at + 901000) then
    raise exception 'a product drains before it halts' using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger product_maintenance_drains before insert or update on product_maintenance
  for each row execute function maintenance_drains();

-- Starts to drain a product, by an operator's live session.
create or replace function begin_maintenance(p_actor text, p_secret text, p_product int, p_at bigint)
returns void language plpgsql security definer as $$
begin
  perform require_operator(p_actor, p_secret, p_at);
  insert into product_maintenance (product_id, how, asked_by, asked_at)
    values (p_product, 'drain', p_actor, p_at);
  perform log_act(p_at, p_actor, 'product_halt', null, (select symbol from products where id = p_product));
end $$;

-- Ends the maintenance of a product, by an operator's live session. False if there is none.
create or replace function end_maintenance(p_actor text, p_secret text, p_product int, p_at bigint)
returns boolean language plpgsql security definer as $$
begin
  perform require_operator(p_actor, p_secret, p_at);
  update product_maintenance set ended_by = p_actor, ended_at = p_at
    where product_id = p_product and ended_at is null;
  if not found then return false; end if;
  perform log_act(p_at, p_actor, 'product_resume', null, (select symbol from products where id = p_product));
  return true;
end $$;

-- Stores that a product which an operator drains is halted. The trigger refuses that before it has drained. False if
-- none is draining.
create or replace function halt_drained(p_product int, p_at bigint) returns boolean
language plpgsql security definer as $$
begin
  update product_maintenance set halted_at = p_at
    where product_id = p_product and ended_at is null and halted_at is null;
  return found;
end $$;
