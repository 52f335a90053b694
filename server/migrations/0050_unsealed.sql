-- The acceptances and refusals that no tree has yet (server/sql/functions/market.sql, seal_orders).
create table unsealed (
  order_id bigint,
  refusal_id bigint,
  check ((order_id is null) <> (refusal_id is null))
);
insert into unsealed (order_id) select id from orders o
  where id > (select order_id from order_leaf_start)
    and not exists (select from order_leaves l where l.order_id = o.id);
insert into unsealed (refusal_id) select id from order_refusals r
  where not exists (select from order_leaves l where l.refusal_id = r.id);
