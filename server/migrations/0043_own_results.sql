-- A user's results are summed over all settlements of the user. A settlement repeats what they need of its order, so
-- that one index has all of it: 100,000 orders would otherwise be read one by one. The invariants compare both.
-- As with the other copies, no foreign key: settle_orders writes both sides.
alter table settlements add column direction text;
alter table settlements add column duration_ms bigint;
alter table settlements add column stake bigint;
alter table settlements add column payout bigint;

alter table settlements disable trigger settlements_append_only;
update settlements s
  set direction = o.direction, duration_ms = o.duration_ms, stake = o.stake, payout = o.payout
  from orders o where o.id = s.order_id;
alter table settlements enable trigger settlements_append_only;

alter table settlements alter column direction set not null;
alter table settlements alter column duration_ms set not null;
alter table settlements alter column stake set not null;
alter table settlements alter column payout set not null;

-- The index that lists closed positions, with the figures of the results.
drop index settlements_by_user;
create index settlements_by_user on settlements (user_id, settled_at desc, order_id desc)
  include (product_id, direction, duration_ms, outcome, stake, payout, profit_and_loss);
