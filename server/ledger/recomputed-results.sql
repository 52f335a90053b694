-- Results by a second implementation, which the invariants compare with what was recorded. Recreated at every start,
-- before invariants.sql.

drop view if exists results_recomputed cascade;

-- Recomputes each order's result from the tick log, by the published text of the rule and not by its code.
-- `entry_reason` and `exit_reason` say why the order is void at that moment. `outcome` is null while it is undecided.
-- Each query of the log is ordered with a limit, so that the index answers it: a bare `exists` may read the whole log.
create view results_recomputed as
with moments as (
  select o.id, o.product_id, o.direction, o.t0, o.expires_at,
    entry.seq as entry_seq, entry.time_ms as entry_time, entry.price as entry_price,
    exit.seq as exit_seq, exit.time_ms as exit_time, exit.price as exit_price,
    -- A gap record is at the moment itself, or is the first record after it.
    after_t0.kind = 2 or (
      select g.seq from ticks g
      where g.product_id = o.product_id and g.time_ms = o.t0 and g.kind = 2
      order by g.time_ms, g.seq limit 1
    ) is not null as gap_at_entry,
    after_t.kind = 2 or (
      select g.seq from ticks g
      where g.product_id = o.product_id and g.time_ms = o.expires_at and g.kind = 2
      order by g.time_ms, g.seq limit 1
    ) is not null as gap_at_exit,
    -- Of ticks and halts, the last one up to the moment is a halt.
    (select h.kind from ticks h
      where h.product_id = o.product_id and h.time_ms <= o.t0 and h.kind in (0, 3)
      order by h.time_ms desc, h.seq desc limit 1) = 3 as halt_at_entry,
    (select h.kind from ticks h
      where h.product_id = o.product_id and h.time_ms <= o.expires_at and h.kind in (0, 3)
      order by h.time_ms desc, h.seq desc limit 1) = 3 as halt_at_exit,
    after_t0.kind is not null as entry_begun,
    (select later.seq from ticks later where later.product_id = o.product_id
      and later.time_ms > least(o.t0 + 3000, o.expires_at)
      order by later.time_ms, later.seq limit 1) is not null as entry_over,
    after_t.kind is not null as exit_over
  from (select x.*, coalesce(x.starts_at, x.accepted_at) as t0 from orders x) o
  left join lateral (
    select t.seq, t.time_ms, t.price from ticks t
    where t.product_id = o.product_id and t.kind = 0
      and t.time_ms > o.t0 and t.time_ms <= least(o.t0 + 3000, o.expires_at)
    order by t.time_ms, t.seq limit 1
  ) entry on true
  left join lateral (
    select t.seq, t.time_ms, t.price from ticks t
    where t.product_id = o.product_id and t.kind = 0
      and t.time_ms <= o.expires_at and t.time_ms >= o.expires_at - 3000
    order by t.time_ms desc, t.seq desc limit 1
  ) exit on true
  left join lateral (
    select t.kind from ticks t where t.product_id = o.product_id and t.time_ms > o.t0
    order by t.time_ms, t.seq limit 1
  ) after_t0 on true
  left join lateral (
    select t.kind from ticks t where t.product_id = o.product_id and t.time_ms > o.expires_at
    order by t.time_ms, t.seq limit 1
  ) after_t on true
), reasons as (
  select *,
    case
      when not entry_begun then null
      when gap_at_entry then 'gap_at_entry'
      when halt_at_entry then 'halt_at_entry'
      when entry_seq is null and entry_over then 'late_entry'
    end as entry_reason,
    case
      when not exit_over then null
      when gap_at_exit then 'gap_at_exit'
      when halt_at_exit then 'halt_at_exit'
      when exit_seq is null then 'stale_exit'
      when entry_seq = exit_seq then 'too_few_ticks'
    end as exit_reason
  from moments
)
select *,
  case
    when entry_reason is not null then 'void'
    when not exit_over then null
    when exit_reason is not null then 'void'
    when exit_price = entry_price then 'draw'
    when (exit_price > entry_price) = (direction = 'up') then 'won'
    else 'lost'
  end as outcome
from reasons;
