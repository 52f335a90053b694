-- The invariants of each order, as a part of the view in invariants.sql, which is recreated after this file at every
-- start. Each arm names the order that it read, so that the checks can ask for some orders only (marks.sql).

drop view if exists order_faults cascade;

create view order_faults (invariant, scope, subject, detail, order_id) as

-- An order is settled once, as its status says, and its settlement repeats its terms.
select 'order_settled_once', 'order', o.id,
  format('order %s: status %s, settlement %s, profit and loss %s', o.id, o.status, s.outcome, s.profit_and_loss), o.id
from orders o left join settlements s on s.order_id = o.id
where (case when o.status in ('open', 'live', 'compensated') then null else o.status end) is distinct from s.outcome
  or (s.user_id, s.product_id, s.direction, s.duration_ms, s.stake, s.payout) <>
    (o.user_id, o.product_id, o.direction, o.duration_ms, o.stake, o.payout)
  or s.profit_and_loss <>
    case s.outcome when 'won' then o.payout - o.stake when 'lost' then -o.stake else 0 end
union all
select 'order_settled_once', about.scope, about.subject,
  format('order %s: status , settlement %s, profit and loss %s', s.order_id, s.outcome, s.profit_and_loss), s.order_id
from settlements s left join orders o on o.id = s.order_id
cross join lateral frozen_subject('order', s.order_id::text, s.user_id) about
where o.id is null

-- An order has posted its stake, and its result once it has one.
union all
select 'documents_posted', 'order', d.number, format('%s %s: %s, not %s', d.kind, d.ref, t.legs, d.legs), d.number
from documents_posted d left join lateral (
  select t.user_id, (select string_agg(e.account_id || ':' || e.amount, ' ' order by e.account_id) from entries e where e.transfer_id = t.id) as legs
  from transfers t where t.kind = d.kind and t.ref = d.ref
) t on true
where d.kind in ('order_stake', 'order_settle') and (d.user_id, d.legs) is distinct from (t.user_id, t.legs)

union all
select 'order_terms', 'order', id, format('order %s: payout %s of stake %s at %s', id, payout, stake, payout_rate), id
from orders where payout <> stake + div(stake::numeric * payout_rate, 10000)

-- Every entry and every result follows from the rule. This and other arms that read the log leave out what began before
-- the database has it: those orders were checked before (check_tick_day), and files have their prices.
union all
select 'result_recomputed', 'order', o.id, format('order %s: recorded %s %s [%s, %s], recomputed %s %s [%s, %s]',
  o.id, o.status, s.void_reason, o.entry_seq, s.exit_seq,
  r.outcome, r.reason, r.entry_seq, r.exit_seq), o.id
from orders o join results_recomputed r on r.id = o.id left join settlements s on s.order_id = o.id
where coalesce(o.starts_at, o.accepted_at) >= (select ticks_checked_from()) and (
  o.entry_seq is null and o.status in ('live', 'won', 'lost', 'draw')
  or o.entry_seq is not null and (r.entry_reason is not null
    or (o.entry_seq, o.entry_time, o.entry_price)
      is distinct from (r.entry_seq, r.entry_time, r.entry_price))
  or s.order_id is not null and s.void_reason is distinct from 'too_late' and ((s.outcome, s.void_reason)
      is distinct from (r.outcome, r.reason)
    or s.outcome <> 'void' and (s.entry_seq, s.exit_seq, s.exit_time, s.exit_price)
      is distinct from (r.entry_seq, r.exit_seq, r.exit_time, r.exit_price)))

-- Simulated prices leave nothing out, so no order on them is void but for a halt, or because it was too late. Orders
-- from before checkpoints of format 3 are from before outages were filled in.
union all
select 'void_permitted', 'order', o.id, format('order %s: %s on simulated prices', o.id, s.void_reason), o.id
from settlements s join orders o on o.id = s.order_id
where o.source = 'simulated' and s.void_reason not like 'halt%' and s.void_reason <> 'too_late'
  and exists (select from checkpoints c where c.time_ms <= o.accepted_at and checkpoint_format(c.text) >= 3)

-- Every order that counts is in a record of its product's log from before its start, on live prices from before the lead
-- of its terms. One that no record holds is undone soon after that, at the latest with the next start of the server.
union all
select 'order_sealed', 'order', o.id, format('order %s: %s, record %s', o.id, o.status, r.seq), o.id
from orders o left join settlements s on s.order_id = o.id
left join lateral (select * from order_records h where h.order_id = o.id order by h.seq limit 1) r on true
left join ticks t on t.product_id = r.product_id and t.seq = r.seq
  -- An order starts within minutes of its record.
  and t.time_ms between o.starts_at - 86400000 and o.starts_at
left join (
  -- Read once per terms, and not per order.
  select terms_id, lead_of(terms) as ms from product_terms offset 0
) lead on lead.terms_id = o.terms_id
where o.salt is not null
  and case when o.status = 'open' or s.void_reason = 'too_late' then
      r.order_id is null and o.status = 'open'
        and o.starts_at < (select max(time_ms) from checkpoints) - 600000
      or r.order_id is not null and s.void_reason = 'too_late'
    else (case when o.starts_at < (select ticks_checked_from()) then r.product_id = o.product_id
        else t.kind = 6 and t.time_ms <= o.starts_at - coalesce(lead.ms, 1) and t.product_id = o.product_id
      end) is not true
      and o.status <> 'compensated' end

-- Orders from before such records are in a tree of the public log, or wait for the next one, which no one does for ten
-- minutes. The oldest are from before the trees.
union all
select 'order_sealed', 'order', o.id, format('order %s is in no tree', o.id), o.id
from orders o
where o.salt is null and o.id > (select order_id from order_leaf_start)
  and exists (select from checkpoints c where c.time_ms <= o.accepted_at and checkpoint_format(c.text) >= 4)
  or o.salt is null and o.id > (select order_id from order_leaf_start)
  and not exists (select from order_leaves l where l.order_id = o.id)
  and (not exists (select from unsealed u where u.order_id = o.id)
    or o.accepted_at < (select max(time_ms) from checkpoints) - 600000)

-- An order that was refused is either not there, or was undone as too late, with a refusal that says so. Orders without
-- a start are from before a refusal was final for unsigned orders too.
union all
select 'order_too_late', 'order', o.id, format('order %s: %s, refused %s', o.id, s.void_reason, r.reason), o.id
from orders o left join settlements s on s.order_id = o.id
left join order_refusals r on r.user_id = o.user_id and r.intent_key = o.intent_key and o.starts_at is not null
where (s.void_reason is not distinct from 'too_late') is distinct from (r.id is not null)
  or r.id is not null and r.reason <> 'too_late'

-- An order without a result is one whose compensation says so, with the amount that the ticks give.
union all
select 'order_compensated', 'order', o.id, format('order %s: %s, paid %s, by the ticks %s',
  o.id, o.status, f.amount, r.outcome), o.id
from orders o left join frozen f on f.scope = 'order' and f.subject = o.id and f.status = 'compensated'
join results_recomputed r on r.id = o.id
cross join lateral (select frozen_stake(o.id, o.user_id) as stake) held
where o.status = 'compensated' and coalesce(o.starts_at, o.accepted_at) >= (select ticks_checked_from())
  and f.amount is distinct from case r.outcome
  when 'won' then held.stake + div(held.stake::numeric * o.payout_rate, 10000)
  when 'lost' then 0 else held.stake end

-- A tick that decided an order is within the band of its terms from the good tick before it, or the log records a jump.
-- After a restart another band may have been in force.
union all
select 'tick_in_band', 'order', spot.id, format('order %s: record %s at %s after %s', spot.id, spot.seq, spot.price, good.price), spot.id
from (
  select id, product_id, terms_id, coalesce(starts_at, accepted_at) as t0, entry_seq as seq, entry_time as at,
    entry_price as price
  from orders where entry_seq is not null
  union all
  select o.id, o.product_id, o.terms_id, coalesce(o.starts_at, o.accepted_at), s.exit_seq, s.exit_time, s.exit_price
  from settlements s join orders o on o.id = s.order_id where s.exit_seq is not null
) spot
join lateral (
  select substring(t.terms from ',"bandBps":(\d{1,6})\}$')::numeric as bps
  from product_terms t where t.terms_id = spot.terms_id
) band on band.bps is not null
cross join lateral (
  select t.price, t.seq from ticks t
  where t.product_id = spot.product_id and t.kind = 0 and t.seq < spot.seq and t.time_ms <= spot.at
  order by t.time_ms desc, t.seq desc limit 1
) good
where spot.t0 >= (select ticks_checked_from())
  and case when abs(spot.price - good.price)::numeric * 10000 > band.bps * good.price then
  (select g.seq from ticks g where g.product_id = spot.product_id and g.kind = 2 and g.seq < spot.seq
    and g.time_ms <= spot.at and (g.reason = 'jump' and g.seq = spot.seq - 1
      or g.reason = 'restart' and g.time_ms >= spot.t0)
    order by g.time_ms desc, g.seq desc limit 1) is null end;
