-- Refusals of orders: stored once per user and key, and of orders that were stored too late. Run at every start.

-- Stores the refusal of an order, unless the order was refused before or is bought. Returns the refusal that counts for
-- the key, also that of an order which was undone; none if the order is bought.
create or replace function refuse_order(p_refusal jsonb)
returns setof order_refusals language plpgsql security definer as $$
declare
  r order_refusals := jsonb_populate_record(null::order_refusals, p_refusal);
begin
  perform 1 from user_mutex m where m.user_id = r.user_id for update;
  if not exists (select 1 from orders o where o.user_id = r.user_id and o.intent_key = r.intent_key) then
    insert into order_refusals (user_id, intent_key, product_id, direction, stake, payout_rate, duration_ms,
      starts_at, expires_at, refused_at, reason, params, intent_text, refusal_text, refusal_signature,
      refusal_key_id)
    values (r.user_id, r.intent_key, r.product_id, r.direction, r.stake, r.payout_rate, r.duration_ms,
      r.starts_at, r.expires_at, r.refused_at, r.reason, r.params, r.intent_text, r.refusal_text,
      r.refusal_signature, r.refusal_key_id) on conflict do nothing;
  end if;
  return query select * from order_refusals x
    where x.user_id = r.user_id and x.intent_key = r.intent_key;
end $$;

-- Undoes an order that no record of the price log holds, although the log has passed its deadline: stores the refusal,
-- returns the stake, and forgets the stored response, so that a retry is refused as well. Later records
-- are from after its deadline, so none will hold it. Returns the events; none, and does nothing, if a record holds it, or if it was undone before.
create or replace function undo_late_order(p_outcome jsonb, p_refusal jsonb)
returns table (user_id bigint, topic text, seq bigint, payload text)
language plpgsql security definer as $$
#variable_conflict use_column
declare
  r order_refusals := jsonb_populate_record(null::order_refusals, p_refusal);
  log record;
begin
  perform 1 from user_mutex m where m.user_id = r.user_id for update;
  if exists (select from order_refusals x where x.user_id = r.user_id and x.intent_key = r.intent_key) then
    return;
  end if;
  if not exists (select 1 from orders o where o.id = (p_outcome -> 0 ->> 'id')::bigint
      and o.user_id = r.user_id and o.intent_key = r.intent_key and o.status = 'open'
      and o.starts_at = r.starts_at and r.refused_at > hold_deadline(o)
      and (o.product_id, o.direction, o.stake, o.payout_rate, o.duration_ms, o.expires_at)
        = (r.product_id, r.direction, r.stake, r.payout_rate, r.duration_ms, r.expires_at))
    or jsonb_array_length(p_outcome) <> 1 or r.reason <> 'too_late'
    or (select (i.outcome, i.void_reason, i.profit_and_loss, i.entry_seq, i.exit_seq)
        is distinct from ('void', 'too_late', 0::bigint, null::bigint, null::bigint)
      from jsonb_to_recordset(p_outcome) i (outcome text, void_reason text, profit_and_loss bigint,
        entry_seq bigint, exit_seq bigint)) then
    raise exception 'not a late order' using errcode = 'FT903';
  end if;
  perform refuse_frozen('order', (p_outcome -> 0 ->> 'id')::bigint, r.user_id);
  -- One statement sees the log at one moment: a record that holds the order is before the one that passed its deadline.
  select is_sealed(o) as holds, newest_record_ms(o.product_id) > hold_deadline(o) as has_passed into log
  from orders o where o.id = (p_outcome -> 0 ->> 'id')::bigint;
  if log.holds then
    return;
  end if;
  if log.has_passed is not true then
    raise exception 'a record may still hold the order' using errcode = 'FT903';
  end if;
  insert into order_refusals (user_id, intent_key, product_id, direction, stake, payout_rate, duration_ms,
    starts_at, expires_at, refused_at, reason, intent_text, refusal_text, refusal_signature, refusal_key_id)
  values (r.user_id, r.intent_key, r.product_id, r.direction, r.stake, r.payout_rate, r.duration_ms,
    r.starts_at, r.expires_at, r.refused_at, r.reason, r.intent_text, r.refusal_text, r.refusal_signature,
    r.refusal_key_id);
  delete from idempotency i
    where i.user_id = r.user_id and i.operation = 'order' and i.key = r.intent_key;
  return query select * from store_outcomes(p_outcome);
end $$;
