-- Looking records up by time: each list's page is one short walk of an index, however old the page or long the list.

-- In place of the indexes by id: lists are in order of time, and their cursor is a row's (time, id).
drop index transfers_by_user;
create index transfers_by_user on transfers (user_id, at desc, id desc);
-- Kinds that a long list of orders would hide. Orders' own kinds are half of that list each.
create index transfers_by_user_rare on transfers (user_id, kind, at desc, id desc)
  where kind not in ('order_stake', 'order_settle');

drop index orders_by_user;
create index orders_by_user on orders (user_id, accepted_at desc, id desc);
create index orders_by_user_product on orders (user_id, product_id, accepted_at desc, id desc);
-- Won and lost are found at once among any; these are not.
create index orders_by_user_rare on orders (user_id, status, accepted_at desc, id desc)
  where status in ('draw', 'void');
