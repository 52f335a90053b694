-- Entries and results, worked out from the tick log by the published text of the rule (docs/VERIFY.md) and not by the
-- server's code. The settlement may store nothing else, and the invariants compare everything that is stored with it.
-- Each query of the log is ordered with a limit, so that the index answers it: a bare `exists` may read the whole log.

-- The entry of an order that starts at p_t0. `reason` is why the order is void; both null: not decided yet.
create or replace function recompute_entry(p_product smallint, p_t0 bigint, p_expires bigint)
returns table (seq bigint, time_ms bigint, price bigint, reason text) language sql stable as $$
  select entry.seq, entry.time_ms, entry.price,
    case
      when after.kind is null then null
      -- A gap record is at the moment itself, or is the first record after it.
      when after.kind = 2 or (
        select g.seq from ticks g where g.product_id = p_product and g.time_ms = p_t0 and g.kind = 2
        order by g.time_ms, g.seq limit 1
      ) is not null then 'gap_at_entry'
      -- Of ticks and halts, the last one up to the moment is a halt.
      when (
        select h.kind from ticks h where h.product_id = p_product and h.time_ms <= p_t0 and h.kind in (0, 3)
        order by h.time_ms desc, h.seq desc limit 1
      ) = 3 then 'halt_at_entry'
      when entry.seq is null and (
        select later.seq from ticks later where later.product_id = p_product
          and later.time_ms > least(p_t0 + 3000, p_expires)
        order by later.time_ms, later.seq limit 1
      ) is not null then 'late_entry'
    end
  from (values (1)) one
  left join lateral (
    select t.seq, t.time_ms, t.price from ticks t
    where t.product_id = p_product and t.kind = 0
      and t.time_ms > p_t0 and t.time_ms <= least(p_t0 + 3000, p_expires)
    order by t.time_ms, t.seq limit 1
  ) entry on true
  left join lateral (
    select t.kind from ticks t where t.product_id = p_product and t.time_ms > p_t0
    order by t.time_ms, t.seq limit 1
  ) after on true
$$;

-- The exit of an order that expires at p_expires; `reason` as above. `is_over`: the log holds a later record.
create or replace function recompute_exit(p_product smallint, p_expires bigint)
returns table (seq bigint, time_ms bigint, price bigint, reason text, is_over boolean)
language sql stable as $$
  select exit.seq, exit.time_ms, exit.price,
    case
      when after.kind is null then null
      when after.kind = 2 or (
        select g.seq from ticks g where g.product_id = p_product and g.time_ms = p_expires and g.kind = 2
        order by g.time_ms, g.seq limit 1
      ) is not null then 'gap_at_exit'
      when (
        select h.kind from ticks h
        where h.product_id = p_product and h.time_ms <= p_expires and h.kind in (0, 3)
        order by h.time_ms desc, h.seq desc limit 1
      ) = 3 then 'halt_at_exit'
      when exit.seq is null then 'stale_exit'
    end,
    after.kind is not null
  from (values (1)) one
  left join lateral (
    select t.seq, t.time_ms, t.price from ticks t
    where t.product_id = p_product and t.kind = 0
      and t.time_ms <= p_expires and t.time_ms >= p_expires - 3000
    order by t.time_ms desc, t.seq desc limit 1
  ) exit on true
  left join lateral (
    select t.kind from ticks t where t.product_id = p_product and t.time_ms > p_expires
    order by t.time_ms, t.seq limit 1
  ) after on true
$$;

-- The result of an order with this entry and exit: its outcome, and why it is void. Both null: not decided yet.
create or replace function recompute_result(
  p_direction text, p_entry_seq bigint, p_entry_price bigint, p_entry_reason text,
  p_exit_seq bigint, p_exit_price bigint, p_exit_reason text, p_is_over boolean
) returns table (outcome text, reason text) language sql immutable as $$
  select
    case
      when void.reason is not null then 'void'
      when not p_is_over then null
      when p_exit_price = p_entry_price then 'draw'
      when (p_exit_price > p_entry_price) = (p_direction = 'up') then 'won'
      else 'lost'
    end, void.reason
  from (
    select case
      when p_entry_reason is not null then p_entry_reason
      when p_is_over then coalesce(p_exit_reason,
        case when p_entry_seq = p_exit_seq then 'too_few_ticks' end)
    end
  ) void (reason)
$$;

-- Stores how a refused order would have ended, if the log says so. Once per refusal.
create or replace function decide_refusal(p_id bigint, p_outcome text, p_gain bigint)
returns void language plpgsql security definer as $$
declare
  r record;
begin
  select o.outcome, f.stake, f.payout_rate into strict r
  from order_refusals f
  cross join lateral recompute_entry(f.product_id, f.starts_at, f.expires_at) e
  cross join lateral recompute_exit(f.product_id, f.expires_at) x
  cross join lateral recompute_result(f.direction, e.seq, e.price, e.reason, x.seq, x.price, x.reason,
    x.is_over) o
  where f.id = p_id;
  if p_outcome is distinct from r.outcome or p_gain is distinct from (case r.outcome
      when 'won' then div(r.stake::numeric * r.payout_rate, 10000)::bigint
      when 'lost' then -r.stake else 0 end) then
    raise exception 'refusal % has another result in the log', p_id using errcode = 'FT904';
  end if;
  insert into refusal_outcomes values (p_id, p_outcome, p_gain) on conflict do nothing;
end $$;

-- Refuses entries that are not the ones of the log. The arrays run in parallel; orders that are not open are skipped.
create or replace function check_entries(p_id bigint[], p_seq bigint[], p_time bigint[], p_price bigint[])
returns void language plpgsql set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  wrong bigint;
begin
  with given as (
    select x.id, x.product_id, coalesce(x.starts_at, x.accepted_at) as t0, x.expires_at, i.seq, i.at, i.price
    from unnest(p_id, p_seq, p_time, p_price) i (id, seq, at, price) join orders x on x.id = i.id
    where not x.status in ('live', 'won', 'lost', 'draw', 'void', 'compensated')
  ), moments as materialized (
    select m.*, e.seq, e.time_ms, e.price, e.reason
    from (select distinct product_id, t0, expires_at from given) m
    cross join lateral recompute_entry(m.product_id, m.t0, m.expires_at) e
  )
  select g.id into wrong from given g
  where not exists (select from orders o where o.id = g.id and is_sealed(o)) or not exists (
    select from moments m where m.product_id = g.product_id and m.t0 = g.t0 and m.expires_at = g.expires_at
      and m.reason is null and (m.seq, m.time_ms, m.price) = (g.seq, g.at, g.price))
  order by g.id limit 1;
  if found then
    raise exception 'order % has another entry in the log', wrong using errcode = 'FT904';
  end if;
end $$;

-- Refuses outcomes that are not those of the log. Orders that are settled already are skipped. p_outcome: as
-- mark_settled reads it. Orders share moments, so each moment is worked out once.
create or replace function check_outcomes(p_outcome jsonb)
returns void language plpgsql set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  wrong record;
begin
  with given as materialized (
    select i.*, x.product_id, x.direction, x.stake, x.payout, x.entry_time, x.entry_price,
      x.entry_seq as known_seq, coalesce(x.starts_at, x.accepted_at) as t0, x.expires_at
    from jsonb_to_recordset(p_outcome) i (id bigint, outcome text, void_reason text,
      entry_seq bigint, exit_seq bigint, exit_time bigint, exit_price bigint, profit_and_loss bigint,
      settled_at bigint)
    join orders x on x.id = i.id
    where not x.status in ('won', 'lost', 'draw', 'void', 'compensated')
  ), entries as materialized (
    select m.*, e.*
    from (select distinct product_id as product, t0 as start, expires_at as expiry from given) m
    cross join lateral recompute_entry(m.product, m.start, m.expiry) e
  ), exits as materialized (
    select m.*, e.*
    from (select distinct product_id as product, expires_at as expiry from given) m
    cross join lateral recompute_exit(m.product, m.expiry) e
  )
  select g.id, r.outcome, r.reason into wrong
  from given g
  join entries e on e.product = g.product_id and e.start = g.t0 and e.expiry = g.expires_at
  join exits x on x.product = g.product_id and x.expiry = g.expires_at
  cross join lateral recompute_result(g.direction, e.seq, e.price, e.reason, x.seq, x.price, x.reason,
    x.is_over) r
  where (g.outcome, g.void_reason) is distinct from (r.outcome, r.reason)
    or not exists (select from orders o where o.id = g.id and is_sealed(o))
    or g.profit_and_loss is distinct from
      case r.outcome when 'won' then g.payout - g.stake when 'lost' then -g.stake else 0 end
    or g.known_seq is not null
      and (g.known_seq, g.entry_time, g.entry_price) is distinct from (e.seq, e.time_ms, e.price)
    or g.settled_at is null or g.settled_at < g.expires_at
    or case when r.outcome = 'void' then
        -- A void order may name the ticks that were found, and no others.
        g.entry_seq is distinct from e.seq and g.entry_seq is not null
        or g.exit_seq is not null and not exists (
          select from ticks t where t.product_id = g.product_id and t.seq = g.exit_seq and t.kind = 0
            and (t.time_ms, t.price) = (g.exit_time, g.exit_price)
            and t.time_ms > g.t0 and t.time_ms <= g.expires_at)
      else (g.entry_seq, g.exit_seq, g.exit_time, g.exit_price)
        is distinct from (e.seq, x.seq, x.time_ms, x.price)
      end
  union all
  -- Results that are stored are those of the log too, except for orders that were undone.
  select s.order_id, s.outcome, s.void_reason
  from jsonb_to_recordset(p_outcome) i (id bigint, outcome text)
  join settlements s on s.order_id = i.id
  where s.outcome is distinct from i.outcome and s.void_reason is distinct from 'too_late'
  order by id limit 1;
  if found then
    raise exception 'order % has another result in the log', wrong.id using errcode = 'FT904',
      detail = format('%s %s', coalesce(wrong.outcome, 'undecided'), wrong.reason);
  end if;
end $$;

-- Trigger, after each batch of settlements and before the balances of its users are read: adds up the day's
-- results per user.
create or replace function add_results() returns trigger language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- No join of the batch with itself: without an index it would take each row against each.
  with gains as (
    select o.user_id, s.profit_and_loss as gain,
      (to_timestamp(s.settled_at / 1000.0) at time zone 'utc')::date as day
    from settled s join orders o on o.id = s.order_id
  ), dated as (
    select *, max(day) over (partition by user_id) as latest from gains
  ), sums as (
    select user_id, latest as day, sum(gain)::bigint as total,
      (sum(gain) filter (where day = latest))::bigint as day_total
    from dated group by user_id, latest
  )
  update user_results r set
    profit_and_loss = r.profit_and_loss + s.total,
    day = greatest(r.day, s.day),
    day_profit_and_loss = case when r.day >= s.day then r.day_profit_and_loss else 0 end
      + case when s.day >= r.day then s.day_total else 0 end
  from sums s where r.user_id = s.user_id;
  return null;
end $$;
