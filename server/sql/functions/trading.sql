-- Orders from placing to settlement. Results come from the published rule; these functions only store them.

-- Trigger. Of an epoch, only what is not known when it is promised may be written later, and each of it once.
create or replace function seed_reveal_only() returns trigger language plpgsql as $$
begin
  if (new.epoch, new.starts_at, new.ends_at, new.commitment, new.published_at, new.chain,
      new.promise_seq, new.round, new.beacon)
      is distinct from (old.epoch, old.starts_at, old.ends_at, old.commitment, old.published_at,
      old.chain, old.promise_seq, old.round, old.beacon)
    or (old.seed is not null and new.seed is distinct from old.seed)
    or (old.link is not null and new.link is distinct from old.link)
    or (old.signature is not null and new.signature is distinct from old.signature)
    or (old.randomness is not null and new.randomness is distinct from old.randomness)
    or (old.closed is not null and new.closed is distinct from old.closed) then
    raise exception 'seed_epochs only reveals' using errcode = 'FT900';
  end if;
  return new;
end $$;

-- Trigger. An order's terms never change, it is never deleted, and its status only moves forward.
create or replace function orders_state_machine() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'orders are never deleted' using errcode = 'FT900';
  end if;
  if (new.id, new.user_id, new.product_id, new.direction, new.stake, new.payout_rate, new.payout,
      new.duration_ms, new.accepted_at, new.expires_at, new.terms_id, new.rule_version, new.source,
      new.intent_key, new.receipt_text, new.receipt_signature, new.receipt_key_id, new.starts_at, new.device_key_id, new.intent_text,
      new.intent_signature, new.salt)
    is distinct from (old.id, old.user_id, old.product_id, old.direction, old.stake,
      old.payout_rate, old.payout, old.duration_ms, old.accepted_at, old.expires_at, old.terms_id,
      old.rule_version, old.source, old.intent_key, old.receipt_text, old.receipt_signature,
      old.receipt_key_id, old.starts_at, old.device_key_id, old.intent_text,
      old.intent_signature, old.salt) then
    raise exception 'terms of order % are frozen', old.id using errcode = 'FT900';
  end if;
  if not (
    (old.status = 'open' and new.status = 'live' and old.entry_seq is null and new.entry_seq is not null)
    or (old.status = 'open' and new.status = 'void' and new.entry_seq is null)
    or (old.status = 'open' and new.status = 'compensated' and new.entry_seq is null)
    or (old.status = 'live' and new.status in ('won', 'lost', 'draw', 'void', 'compensated')
      and (new.entry_seq, new.entry_time, new.entry_price)
        is not distinct from (old.entry_seq, old.entry_time, old.entry_price))
  ) then
    raise exception 'order % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'FT902';
  end if;
  return new;
end $$;

-- The time of a product's newest record. Records are published only when they are stored, so under a user's lock this
-- says whether the user may have seen a price from after a moment.
create or replace function newest_record_ms(p_product smallint) returns bigint language sql stable as $$
  select time_ms from tick_heads where product_id = p_product
$$;

-- The least time in ms from the record that holds an order to its start, by the public text of its terms: the lead on live
-- prices, and otherwise so little that the record is before the start.
create or replace function lead_of(p_terms text) returns bigint language sql immutable as $$
  select greatest(1, substring(p_terms from '"leadMs":(\d{1,9})')::bigint)
$$;

-- The latest time of a record that may hold an order.
create or replace function hold_deadline(o orders) returns bigint language sql stable as $$
  select o.starts_at - lead_of((select t.terms from product_terms t where t.terms_id = o.terms_id))
$$;

-- The transaction does not wait for the disk. The record that holds its orders is committed later and does, and so it
-- waits for this one too: the order counts only then.
create or replace function commit_with_record() returns void language sql as $$
  select set_config('synchronous_commit', 'off', true)
$$;

-- No bitmap scans here: a plan made while the table is empty would read all open orders for each new one.
-- Places an order: locks the user, claims the key, checks that a record may still hold it, own limits,
-- positions, open stake and balance, holds the stake and stores the events. Returns the stored response for a repeated key, otherwise the events.
-- Keys of orders are claimed and deleted under the user's lock only. place_orders locks before it knows which keys it
-- claims, so the other order would be a deadlock with it.
create or replace function place_order(
  p_order jsonb, p_body_hash bytea, p_response text, p_event text,
  p_max_positions int, p_max_open_stake bigint
) returns table (replayed text, user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  o orders := jsonb_populate_record(null::orders, p_order || '{"status":"open"}');
  stored text;
  alive record;
  available bigint;
begin
  perform require_present(o.starts_at);
  if o.id > (select last_value from orders_id_seq) then
    raise exception 'order % has a number that was not given out', o.id using errcode = 'FT904';
  end if;
  perform 1 from user_mutex m where m.user_id = o.user_id for update;
  stored := claim_key(o.user_id, 'order', o.intent_key, p_body_hash, p_response);
  if stored is not null then
    return query select stored, null::bigint, null::text, null::bigint, null::text;
    return;
  end if;

  -- A refusal is final: its signature says that nothing was bought under this key.
  select r.reason into stored from order_refusals r
    where r.user_id = o.user_id and r.intent_key = o.intent_key;
  if found then raise exception '%', stored using errcode = 'FT409'; end if;
  if (newest_record_ms(o.product_id) <= hold_deadline(o)) is not true then
    raise exception 'too_late' using errcode = 'FT409';
  end if;
  perform refuse_barred(o.user_id);
  if exists (select 1 from own_limits l where l.user_id = o.user_id) or is_guest(o.user_id) then
    perform check_own_limits(o.user_id, o.stake, o.accepted_at);
  end if;
  select count(*) as positions, coalesce(sum(x.stake), 0) as stake into alive from orders x
    where x.user_id = o.user_id and x.product_id = o.product_id and x.status in ('open', 'live');
  if alive.positions >= p_max_positions then
    raise exception 'too_many_positions' using errcode = 'FT409', detail = p_max_positions::text;
  end if;
  if alive.stake + o.stake > p_max_open_stake then
    raise exception 'open_stake_limit' using errcode = 'FT409', detail = money_text(p_max_open_stake);
  end if;
  select balance into strict available from accounts where id = user_account(o.user_id, 'cash');
  if available < o.stake then
    raise exception 'available_too_low' using errcode = 'FT409', detail = money_text(available);
  end if;

  insert into orders select (o).*;
  if o.salt is not null then perform commit_with_record(); end if;
  perform post(array['order_stake'], array[o.id::text], array[o.user_id], array[1, 1],
    array[user_account(o.user_id, 'cash'), user_account(o.user_id, 'stake')],
    array[-o.stake, o.stake]);
  return query select null::text, e.* from outbox_append(
    array[o.user_id, o.user_id], array['positions', 'balance'],
    array[p_event, balance_state(o.user_id, o.accepted_at)]) e;
end $$;

-- Places orders of different users by a few statements for all of them. Stores those that nothing is in the way of, and
-- leaves the others to place_order, which waits, replays or says why it refuses: so no order waits for another user.
-- p_orders: the parameters of place_order, as an array. Returns the events of the stored orders.
create or replace function place_orders(p_orders jsonb)
returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  free bigint[];
  ids bigint[];
  users bigint[];
  stakes bigint[];
  events text[];
  newest bigint;
  today constant date := market_day();
  was_restored constant boolean := exists (select from instance where restored_at is not null);
begin
  free := array(select m.user_id from user_mutex m
    where m.user_id = any (array(select (i -> 'placed' ->> 'user_id')::bigint
      from jsonb_array_elements(p_orders) i))
    for update skip locked);
  with asked as materialized (
    select o, i ->> 'response' as response, i ->> 'event' as event, decode(i ->> 'body_hash', 'hex') as body_hash,
      (i ->> 'max_positions')::int as max_positions, (i ->> 'max_open_stake')::bigint as max_open_stake
    from jsonb_array_elements(p_orders) i,
      jsonb_populate_record(null::orders, (i -> 'placed') || '{"status":"open"}') o
  ), leads as materialized (
    -- Read once for all orders, as hold_deadline does for one.
    select id, lead_of((select t.terms from product_terms t where t.terms_id = id)) as ms
    from (select distinct (o).terms_id as id from asked) named
  ), allowed as materialized (
    select * from asked
    where (o).user_id = any (free)
      and (o).id <= (select last_value from orders_id_seq)
      and not (was_restored and is_expired((o).intent_key))
      and (select h.time_ms from tick_heads h where h.product_id = (o).product_id)
        <= (o).starts_at - (select l.ms from leads l where l.id = (o).terms_id)
      and (o).starts_at
        >= coalesce((select time_ms from checkpoints order by number desc limit 1) - 60000, 0)
      and not exists (select 1 from own_limits l where l.user_id = (o).user_id)
      and not exists (select 1 from guests g where g.user_id = (o).user_id and g.registered_at is null
        and guest_paused_until(g.user_id, (o).accepted_at) is not null)
      and not exists (select 1 from frozen f
        where f.scope = 'user' and f.subject = (o).user_id and f.ended_at is null)
      and not exists (select 1 from account_locks b where b.user_id = (o).user_id and b.unlocked_at is null)
      and not exists (select 1 from account_closings b where b.user_id = (o).user_id and b.kept_at is null)
      and not exists (select 1 from order_refusals r
        where r.user_id = (o).user_id and r.intent_key = (o).intent_key)
      and (o).stake <= (select a.balance from accounts a where a.id = user_account((o).user_id, 'cash'))
      and (select count(*) < max_positions and coalesce(sum(x.stake), 0) + (o).stake <= max_open_stake
        from orders x
        where x.user_id = (o).user_id and x.product_id = (o).product_id and x.status in ('open', 'live'))
  ), claimed as (
    insert into idempotency (user_id, operation, key, body_hash, response, day)
    select (o).user_id, 'order', (o).intent_key, body_hash, response, today from allowed
    on conflict do nothing returning user_id
  ), stored as (
    insert into orders select (o).* from allowed where (o).user_id in (select c.user_id from claimed c)
    returning id, user_id, stake, accepted_at
  )
  select array_agg(s.id), array_agg(s.user_id), array_agg(s.stake), array_agg(a.event), max(s.accepted_at)
  into ids, users, stakes, events, newest
  from stored s join allowed a on (a.o).id = s.id;
  if ids is null then return; end if;
  if (select count(distinct u) from unnest(users) u) < cardinality(users) then
    raise exception 'two orders of one user in a batch' using errcode = 'FT903';
  end if;
  if not exists (select from orders x where x.id = any (ids) and x.salt is null) then
    perform commit_with_record();
  end if;

  perform post(array_fill('order_stake'::text, array[cardinality(ids)]), ids::text[], users,
    array_agg(leg.n::int), array_agg(leg.account), array_agg(leg.amount))
  from unnest(users, stakes) with ordinality placed (user_id, stake, n),
    lateral (values (n, user_account(user_id, 'cash'), -stake), (n, user_account(user_id, 'stake'), stake))
      leg (n, account, amount);

  return query
  with items as (
    select u, 'positions' as t, p from unnest(users, events) i (u, p)
    union all
    select b.user_id, 'balance', b.state from balance_states(users, newest) b
  )
  select e.* from (select array_agg(u) us, array_agg(t) ts, array_agg(p) ps from items) a,
    outbox_append(a.us, a.ts, a.ps) e;
end $$;

-- A digest of what a receipt says and of its signature.
create or replace function order_digest(o orders) returns bytea language sql immutable as $$
  select sha256(convert_to(row(o.id, o.product_id, o.direction, o.stake, o.payout_rate, o.payout, o.duration_ms,
    o.accepted_at, o.expires_at, o.starts_at, o.terms_id, o.rule_version, o.source, o.receipt_text,
    o.receipt_signature, o.receipt_key_id)::text, 'UTF8'))
$$;

-- Stores that the server's key did not sign an order's receipt. The next check finds it, and the order is frozen.
create or replace function refuse_receipt(p_order bigint) returns void language sql security definer as $$
  insert into refused_receipts (order_id, digest)
  select o.id, order_digest(o) from orders o where o.id = p_order on conflict do nothing
$$;

-- Whether an order counts: a record of the price log holds it, by its deadline. One from before there were such
-- records counts as well.
create or replace function is_sealed(o orders) returns boolean language sql stable as $$
  select o.salt is null or exists (select from order_records r where r.order_id = o.id)
$$;

-- The open orders that no record holds and whose deadline the price log has passed, so that none will.
create or replace function orders_too_late() returns setof orders language sql stable as $$
  select o.* from orders o
  where o.status = 'open' and o.starts_at <= (select max(newest_record_ms(id)) from products)
      + (select coalesce(max(lead_of(terms)), 1) from product_terms)
    and not is_sealed(o) and newest_record_ms(o.product_id) > hold_deadline(o)
  order by o.id limit 500
$$;

-- The open and live orders that the settlement takes: those that count, are not frozen, and whose user is not. Orders of one
-- user have the same `owner`, a number for this call alone: the settlement is to write them together, and may not know
-- the user.
create or replace function waiting_orders() returns table (id bigint, expires_at bigint, owner bigint)
language sql stable security definer as $$
  select o.id, o.expires_at, dense_rank() over (order by o.user_id) from orders o
  where o.status in ('open', 'live') and is_sealed(o) and not exists (
    select 1 from frozen f where f.ended_at is null
      and (f.scope = 'order' and f.subject = o.id or f.scope = 'user' and f.subject = o.user_id))
$$;

-- Stores the entry of open orders. Frozen ones are left alone. The arrays run in parallel. Returns the users and
-- events, null if nothing was open.
create or replace function mark_entered(
  p_id bigint[], p_seq bigint[], p_time bigint[], p_price bigint[], p_event text[],
  out users bigint[], out events text[]
) language plpgsql set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  perform 1 from user_mutex m
    where m.user_id = any (array(select distinct x.user_id from orders x where x.id = any (p_id)))
    order by m.user_id for update;
  with entered as (
    update orders x set status = 'live', entry_seq = i.seq, entry_time = i.at, entry_price = i.price
    from unnest(p_id, p_seq, p_time, p_price, p_event) i (id, seq, at, price, event)
    where x.id = i.id and not x.status in ('live', 'won', 'lost', 'draw', 'void', 'compensated')
      and not exists (select 1 from frozen f
        where f.scope = 'order' and f.subject = x.id and f.ended_at is null)
    returning x.id, x.user_id, i.event
  )
  select array_agg(user_id order by id), array_agg(event order by id) into users, events from entered;
end $$;

-- Stores the entry of open orders with their events. Orders no longer open are skipped. The arrays run in
-- parallel.
create or replace function enter_orders(
  p_id bigint[], p_seq bigint[], p_time bigint[], p_price bigint[], p_event text[]
) returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  marked record;
begin
  perform check_entries(p_id, p_seq, p_time, p_price);
  marked := mark_entered(p_id, p_seq, p_time, p_price, p_event);
  if marked.users is null then return; end if;
  return query select * from outbox_append(marked.users,
    array_fill('positions'::text, array[cardinality(marked.users)]), marked.events);
end $$;

-- Stores the outcome of orders not settled yet. Those that are frozen, or whose user is, are left alone. The returned arrays run in parallel, by order id; all are null if
-- nothing was left to settle.
create or replace function mark_settled(
  p_outcome jsonb, out ids bigint[], out users bigint[], out stakes bigint[], out gains bigint[],
  out events text[], out params jsonb[], out times bigint[]
) language plpgsql set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
set enable_mergejoin = off as $$
begin
  perform 1 from user_mutex m
    where m.user_id = any (array(
      select distinct x.user_id from jsonb_array_elements(p_outcome) i
      join orders x on x.id = (i ->> 'id')::bigint))
    order by m.user_id for update;
  with items as (
    select * from jsonb_to_recordset(p_outcome) i (
      id bigint, outcome text, void_reason text, entry_seq bigint, exit_seq bigint, exit_time bigint,
      exit_price bigint, profit_and_loss bigint, settled_at bigint, event text, message jsonb)
  ), settled as (
    update orders x set status = i.outcome from items i
    where x.id = i.id and not x.status in ('won', 'lost', 'draw', 'void', 'compensated')
      and not exists (select 1 from frozen f where f.ended_at is null
        and (f.scope = 'order' and f.subject = x.id or f.scope = 'user' and f.subject = x.user_id))
    returning x.user_id, x.product_id, x.direction, x.duration_ms, x.stake, x.payout, i.*
  ), recorded as (
    insert into settlements (order_id, user_id, product_id, direction, duration_ms, stake, payout,
      outcome, void_reason, entry_seq, exit_seq, exit_time, exit_price, profit_and_loss, settled_at)
    select id, user_id, product_id, direction, duration_ms, stake, payout, outcome, void_reason,
      entry_seq, exit_seq, exit_time, exit_price, profit_and_loss, settled_at
    from settled
  )
  select array_agg(id order by id), array_agg(user_id order by id), array_agg(stake order by id),
    array_agg(profit_and_loss order by id), array_agg(event order by id),
    array_agg(message order by id), array_agg(settled_at order by id)
  into ids, users, stakes, gains, events, params, times from settled;
end $$;

-- Settles orders by the log. A result that the log does not give is refused, and nothing is written.
-- p_outcome: as mark_settled reads it.
create or replace function settle_orders(p_outcome jsonb)
returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer set plan_cache_mode = force_generic_plan as $$
begin
  perform check_outcomes(p_outcome);
  return query select * from store_outcomes(p_outcome);
end $$;

-- Stores outcomes that were checked: outcome, postings, messages and events in one transaction. Orders settled before
-- are skipped. Only the functions here call it.
create or replace function store_outcomes(p_outcome jsonb)
returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  ids bigint[];
  users bigint[];
  stakes bigint[];
  gains bigint[];
  events text[];
  params jsonb[];
  times bigint[];
begin
  select m.* into ids, users, stakes, gains, events, params, times from mark_settled(p_outcome) m;
  if ids is null then return; end if;

  perform post(array_fill('order_settle'::text, array[cardinality(ids)]), ids::text[], users,
    array_agg(leg.n::int), array_agg(leg.account), array_agg(leg.amount))
  from unnest(users, stakes, gains) with ordinality settled (user_id, stake, gain, n),
    lateral (values (n, user_account(user_id, 'stake'), -stake),
      (n, user_account(user_id, 'cash'), stake + gain), (n, 1, -gain)) leg (n, account, amount)
  where leg.amount <> 0;

  return query
  with settled as (
    select * from unnest(users, events, params, times) with ordinality
      s (user_id, event, message, at, n)
  ), sent as (
    insert into messages as m (user_id, kind, params, sent_at)
    select user_id, 'order_void', message, at from settled
    where jsonb_typeof(message) = 'object' order by n
    returning m.id, m.user_id, m.kind, m.params, m.sent_at
  ), items as (
    select user_id as u, 'positions' as t, event as p, n as ord from settled
    union all
    select user_id, 'balance', state, 0
    from balance_states(array(select distinct id from unnest(users) id),
      (select max(at) from settled))
    union all
    select user_id, 'messages', json_build_object('id', id::text, 'kind', kind, 'params', params,
      'sentAt', sent_at, 'readAt', null)::text, id from sent
  )
  select e.* from (
    select array_agg(u order by ord) us, array_agg(t order by ord) ts, array_agg(p order by ord) ps
    from items
  ) a, outbox_append(a.us, a.ts, a.ps) e;
end $$;
