-- One clock, and bounds on what one user can make the server keep.

-- Days that a user sees begin by the market clock, which the server hands in: the database's own may stand elsewhere.
drop function balance_state(bigint);
drop function balance_states(bigint[]);
drop function practice_ref(bigint);
drop function next_utc_day_ms();

-- The ref of a user's practice money of a moment's day (UTC): one a day, because (kind, ref) is unique for ever.
create function practice_ref(p_user bigint, p_at bigint) returns text language sql immutable as $$
  select p_user || ':' || to_char(fund_day(p_at), 'YYYY-MM-DD')
$$;
create function next_utc_day_ms(p_at bigint) returns bigint language sql immutable as $$
  select utc_day_start_ms(p_at) + 86400000
$$;

-- The balance topic's state of each user at a moment, as contract/account.ts shapes it. `practiceNextAt`: null for now.
create function balance_states(p_users bigint[], p_at bigint)
returns table (user_id bigint, state text)
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  select cash.user_id, json_build_object(
    'version', cash.version + stake.version + held.version + pending.version + confirmed.version,
    'available', money_text(cash.balance), 'staked', money_text(stake.balance),
    'held', money_text(held.balance),
    'fund', money_text(pending.balance + confirmed.balance),
    'total', money_text(cash.balance + stake.balance + held.balance
      + pending.balance + confirmed.balance),
    'profitAndLoss', money_text(r.profit_and_loss),
    'today', json_build_object('profitAndLoss', money_text(
      case when r.day = fund_day(p_at) then r.day_profit_and_loss else 0 end),
      'endsAt', next_utc_day_ms(p_at)),
    'practiceNextAt', (select next_utc_day_ms(p_at) from transfers
      where kind = 'practice_issue' and ref = practice_ref(u.id, p_at)))::text
  from unnest(p_users) u (id)
  join accounts cash on cash.id = user_account(u.id, 'cash')
  join accounts stake on stake.id = user_account(u.id, 'stake')
  join accounts held on held.id = user_account(u.id, 'withdrawal_hold')
  join accounts pending on pending.id = user_account(u.id, 'fund_pending')
  join accounts confirmed on confirmed.id = user_account(u.id, 'fund_confirmed')
  join user_results r on r.user_id = u.id;
end $$;
create function balance_state(p_user bigint, p_at bigint) returns text language sql stable as $$
  select state from balance_states(array[p_user], p_at)
$$;

-- As before, with the moment of acceptance handed on.
create or replace function place_order(
  p_order jsonb, p_body_hash bytea, p_response text, p_event text,
  p_max_positions int, p_max_open_stake bigint
) returns table (replayed text, user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  o orders := jsonb_populate_record(null::orders, p_order || '{"status":"open"}');
  stored text;
  alive record;
  available bigint;
begin
  stored := claim_key(o.user_id, 'order', o.intent_key, p_body_hash, p_response);
  if stored is not null then
    return query select stored, null::bigint, null::text, null::bigint, null::text;
    return;
  end if;
  perform 1 from user_mutex m where m.user_id = o.user_id for update;

  if exists (select 1 from own_limits l where l.user_id = o.user_id) then
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
  perform post(array['order_stake'], array[o.id::text], array[o.user_id], array[1, 1],
    array[user_account(o.user_id, 'cash'), user_account(o.user_id, 'stake')],
    array[-o.stake, o.stake]);
  return query select null::text, e.* from outbox_append(
    array[o.user_id, o.user_id], array['positions', 'balance'],
    array[p_event, balance_state(o.user_id, o.accepted_at)]) e;
end $$;

-- As before, with the moment of the newest settlement handed on.
create or replace function settle_orders(p_outcome jsonb)
returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer set plan_cache_mode = force_generic_plan as $$
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

-- When what a picture for customer service was about had been answered; its time runs from then on. A proof of a
-- deposit goes by its deposit's decision.
alter table photos add column case_closed_at bigint;
create index photos_closed on photos (case_closed_at) where case_closed_at is not null and deleted_at is null;
create index deposits_by_proof on deposits (proof) where proof is not null;
update photos p set case_closed_at = p.claimed_at
where p.purpose = 'support' and p.claimed_at is not null
  and not exists (select 1 from support_threads t where t.user_id = p.user_id and t.waiting_since is not null);
