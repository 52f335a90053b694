-- Closed positions are listed by when they closed, so a settlement says whose order and which product it was.
-- As with the order, no foreign key: settle_orders writes both sides.
alter table settlements add column user_id bigint;
alter table settlements add column product_id smallint;

alter table settlements disable trigger settlements_append_only;
update settlements s set user_id = o.user_id, product_id = o.product_id
  from orders o where o.id = s.order_id;
alter table settlements enable trigger settlements_append_only;

alter table settlements alter column user_id set not null;
alter table settlements alter column product_id set not null;
create index settlements_by_user on settlements (user_id, settled_at desc, order_id desc);
create index settlements_by_user_product
  on settlements (user_id, product_id, settled_at desc, order_id desc);
-- Won and lost are found at once among any; these are not.
create index settlements_by_user_rare on settlements (user_id, outcome, settled_at desc, order_id desc)
  where outcome in ('draw', 'void');

-- The arrays run in step, by order id; all null when nothing was left to settle.
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
    where x.id = i.id and not x.status in ('won', 'lost', 'draw', 'void')
    returning x.user_id, x.product_id, x.stake, i.*
  ), recorded as (
    insert into settlements (order_id, user_id, product_id, outcome, void_reason, entry_seq,
      exit_seq, exit_time, exit_price, profit_and_loss, settled_at)
    select id, user_id, product_id, outcome, void_reason, entry_seq, exit_seq, exit_time, exit_price,
      profit_and_loss, settled_at
    from settled
  )
  select array_agg(id order by id), array_agg(user_id order by id), array_agg(stake order by id),
    array_agg(profit_and_loss order by id), array_agg(event order by id),
    array_agg(message order by id), array_agg(settled_at order by id)
  into ids, users, stakes, gains, events, params, times from settled;
end $$;
