-- Every order has a start after its acceptance since this version, and a refused key stays refused. So an order may have
-- a start without a device, and a refusal may be of an unsigned order. Older unsigned orders have no start.

do $$
declare outdated text;
begin
  for outdated in select conname from pg_constraint
    where conrelid = 'orders'::regclass and pg_get_constraintdef(oid) like '%(starts_at IS NULL)%' loop
    execute format('alter table orders drop constraint %I', outdated);
  end loop;
end $$;
alter table orders
  add constraint orders_signed check (num_nulls(device_key_id, intent_text, intent_signature) in (0, 3)),
  add constraint orders_start check (case when device_key_id is null
    then starts_at is null or starts_at = accepted_at + 1000 else starts_at is not null end);

-- The parameters of the reason, as contract/errors.ts lists them.
alter table order_refusals add column params jsonb not null default '{}';
comment on column order_refusals.intent_text is
  'What the device signed; for an unsigned order, the text of the receipt that does not count.';
