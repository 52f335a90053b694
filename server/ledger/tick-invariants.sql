-- The invariants of ticks and bands, from the published text of the rule (docs/VERIFY.md) and not from its code. They
-- are a part of the view in invariants.sql, which is recreated after this file at every start. Each arm of ticks names
-- the record that it read, so that the checks can ask for some records only (marks.sql).

drop view if exists tick_faults cascade;
drop view if exists checkpoint_faults cascade;
drop view if exists lost_checkpoints cascade;

-- Checkpoints that the server's key signed, that a device presented, and that the log lacks.
create view lost_checkpoints as
select p.number, p.time_ms, format('checkpoint %s of %s', p.number,
  to_char(to_timestamp(p.time_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')) as said
from checkpoints_presented p
where not exists (select from checkpoints c where c.number = p.number and c.text = p.text)
  and not is_explained(p.number, p.time_ms);

create view tick_faults (invariant, scope, subject, detail, product_id, seq) as
-- A rejected tick has no valid price, or is further than its band from the last good tick before it.
select 'tick_put_aside', 'all', null::bigint, format('product %s, record %s: %s beside %s', r.product_id, r.seq, r.price, good.price),
  r.product_id, r.seq
from ticks r cross join lateral (
  select t.price from ticks t where t.product_id = r.product_id and t.kind = 0 and t.seq < r.seq
    and t.time_ms <= r.time_ms
  order by t.time_ms desc, t.seq desc limit 1
) good
where r.kind = 4 and r.price > 0
  and abs(r.price - good.price)::numeric * 10000 <= r.band_bps::numeric * good.price

-- A rejected tick states the band of the terms that were in force at its time, and no other.
union all
select 'tick_band_of_terms', 'all', null, format('product %s, record %s: %s', r.product_id, r.seq, r.band_bps),
  r.product_id, r.seq
from ticks r cross join lateral (
  select substring(t.terms from ',"bandBps":(\d{1,6})\}$')::int as bps
  from terms_schedule s join product_terms t on t.terms_id = s.terms_id
  where s.product_id = r.product_id and s.valid_from <= r.time_ms
  order by s.valid_from desc limit 1
) band
where r.kind = 4 and r.band_bps is distinct from band.bps

-- A record of orders has the time of the record before it, and the root of the tree of its orders.
union all
select 'tick_orders', 'all', null, format('product %s, record %s: %s orders', r.product_id, r.seq, held.size),
  r.product_id, r.seq
from ticks r left join ticks b on b.product_id = r.product_id and b.seq = r.seq - 1 and b.time_ms = r.time_ms
cross join lateral (
  select count(o.salt) as size, merkle_root(array_agg(sha256(convert_to('fairtick-commitment-1|' || o.salt || '|'
    || o.receipt_text, 'UTF8')) order by x.leaf)) as root
  from order_records x join orders o on o.id = x.order_id where x.product_id = r.product_id and x.seq = r.seq
) held
where r.kind = 6 and (b.seq is null or r.size is distinct from held.size
  or r.inputs is distinct from held.root)

-- A new price level is accepted when three consecutive rejected ticks and the next tick are within the band of each
-- other.
union all
select 'tick_jump', 'all', null, format('product %s, record %s', j.product_id, j.seq),
  j.product_id, j.seq
from ticks j cross join lateral (
  select t.seq, t.price from ticks t where t.product_id = j.product_id and t.kind = 0 and t.seq < j.seq
    and t.time_ms <= j.time_ms
  order by t.time_ms desc, t.seq desc limit 1
) good
left join lateral (
  select array_agg(a.price order by a.seq) as prices, max(a.band_bps) as bps from (
    select r.seq, r.price, r.band_bps from ticks r where r.product_id = j.product_id and r.kind = 4
      and r.seq > good.seq and r.seq < j.seq
    order by r.seq desc limit 3
  ) a
) aside on true
left join ticks n on n.product_id = j.product_id and n.seq = j.seq + 1 and n.kind = 0
where j.kind = 2 and j.reason = 'jump' and j.time_ms >= (select ticks_checked_from()) and (n.seq is null or cardinality(aside.prices) is distinct from 3
  or exists (
    select 1 from unnest(aside.prices || n.price) with ordinality one (price, at)
    join unnest(aside.prices || n.price) with ordinality other (price, at) on one.at < other.at
    where one.price <= 0 or abs(other.price - one.price)::numeric * 10000 > aside.bps::numeric * one.price));

create view checkpoint_faults (invariant, scope, subject, detail) as

-- The head of each product's log is its newest record, which may be one of a day that was dropped.
select 'tick_heads', 'all', null::bigint, format('product %s: head %s, newest %s', p.id, h.seq, newest.seq)
from products p left join tick_heads h on h.product_id = p.id
left join lateral (
  select seq, time_ms, kind, hash from ticks where product_id = p.id order by time_ms desc, seq desc limit 1
) t on true
left join lateral (
  select last_seq, last_ms, last_hash from tick_day_ends where product_id = p.id order by last_seq desc limit 1
) old on true
cross join lateral (
  select coalesce(t.seq, old.last_seq) as seq, coalesce(t.time_ms, old.last_ms) as time_ms,
    coalesce(t.hash, old.last_hash) as hash
) newest
where (h.seq, h.time_ms, h.hash) is distinct from (newest.seq, newest.time_ms, newest.hash) or h.kind <> t.kind

-- The log has each checkpoint that was signed, or a restore says that it is lost.
union all
select 'checkpoint_lost', 'all', null::bigint, said || ', which a device showed, is not in the log' from lost_checkpoints

-- The tree of checkpoints has the newest ones in their places, and they name it as it was before each. Readers and devices
-- check it as a whole.
union all
select 'checkpoint_tree', 'all', null, format('checkpoint %s', c.number)
from (select number, text from checkpoints order by number desc limit 3000) c
left join checkpoint_nodes n on n.level = 0 and n.at = c.number - 1
where n.hash is distinct from sha256('\x00'::bytea || sha256(convert_to(c.text, 'UTF8')))
  or substring(c.text from '\nearlier ([0-9a-f]{64})(?:\n|$)') <> checkpoint_root(c.number - 1);
