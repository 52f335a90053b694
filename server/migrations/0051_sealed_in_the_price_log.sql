-- Accepted orders in the price log of their product: a record of kind 6 is the root of the tree of their acceptances
-- (server/sql/functions/market.sql, append_ticks_and_inputs). The salt hides an acceptance in its leaf, and is null in
-- orders from before, which are in the trees of the checkpoints.
alter table orders add column salt text check (salt ~ '^[0-9a-f]{32}$');

-- The first record of an order counts. After an outage there may be a second one.
create table order_records (
  order_id bigint not null,
  product_id smallint not null,
  seq bigint not null,
  leaf int not null,
  primary key (product_id, seq, leaf)
);
create index order_records_by_order on order_records (order_id);
create trigger order_records_append_only before update or delete on order_records
  for each row execute function refuse_change();
create trigger order_records_no_truncate before truncate on order_records execute function refuse_change();
