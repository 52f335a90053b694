-- The public log: the market appends to it through these functions only, which check that each record continues it.

-- The text whose SHA-256 is a record's hash (rules/tick-chain.ts). Null if the record lacks a field of its kind. Only a
-- tick with inputs has one more field, their hash. The inputs of a record of orders are their root.
create or replace function tick_record_text(
  p_symbol text, p_seq bigint, p_time bigint, p_kind smallint, p_price bigint, p_size bigint,
  p_reason text, p_band integer, p_from bigint, p_written bigint, p_inputs bytea, p_before bytea
) returns text language sql immutable as $$
  select 'fairtick-tick-1|' || p_symbol || '|' || p_seq || '|' || p_time || '|' || case p_kind
    when 0 then 'tick|' || p_price || '|' || p_size || coalesce('|' || encode(p_inputs, 'hex'), '')
    when 1 then 'heartbeat||'
    when 2 then 'gap|' || p_reason || '|'
    when 3 then 'halt|' || p_reason || '|'
    when 4 then 'rejected|' || p_price || '|' || p_band
    when 5 then 'filled|' || p_from || '|' || p_written
    when 6 then 'orders|' || p_size || '|' || encode(p_inputs, 'hex')
  end || '|' || encode(p_before, 'hex')
$$;

-- The band of a product's terms that are in force at a time of the log, in basis points; null where there are none.
create or replace function band_in_force(p_product smallint, p_at bigint) returns integer language sql stable as $$
  select substring(t.terms from ',"bandBps":(\d{1,6})\}$')::int
  from terms_schedule s join product_terms t on t.terms_id = s.terms_id
  where s.product_id = p_product and s.valid_from <= p_at
  order by s.valid_from desc limit 1
$$;

-- The root of the tree of RFC 6962 with these leaves, which are hashed here. A node without a neighbour is the same node
-- in the level above.
create or replace function merkle_root(p_leaves bytea[]) returns bytea language plpgsql immutable as $$
declare
  level bytea[] := array(select sha256('\x00'::bytea || leaf) from unnest(p_leaves) with ordinality l (leaf, n) order by n);
begin
  while cardinality(level) > 1 loop
    level := array(select case when at = cardinality(level) then level[at]
        else sha256('\x01'::bytea || level[at] || level[at + 1]) end
      from generate_series(1, cardinality(level), 2) at order by at);
  end loop;
  return level[1];
end $$;

-- The root over the acceptances of these orders, in this order; null unless each is an order on the product that a record of
-- this time may hold, and has a salt. Each is looked up by itself, so that no plan reads all orders.
create or replace function root_before_start(p_product smallint, p_at bigint, p_ids bigint[])
returns bytea language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  leaves bytea[] := '{}';
  held record;
  terms text;
  lead bigint;
  each bigint;
begin
  foreach each in array p_ids loop
    select sha256(convert_to('fairtick-commitment-1|' || o.salt || '|' || o.receipt_text, 'UTF8')) as leaf,
      o.starts_at, o.terms_id into held
    from orders o where o.id = each and o.product_id = p_product;
    if held.terms_id is distinct from terms then
      terms := held.terms_id;
      lead := lead_of((select t.terms from product_terms t where t.terms_id = held.terms_id));
    end if;
    if held.leaf is null or (p_at <= held.starts_at - lead) is not true then return null; end if;
    leaves := array_append(leaves, held.leaf);
  end loop;
  return merkle_root(leaves);
end $$;

-- Moves the heads of products to the newest of these records, unless another writer has moved one since it was compared
-- with them. The arrays run in parallel, and the numbers of a product have no gaps.
create or replace function move_tick_heads(
  p_product smallint[], p_seq bigint[], p_time bigint[], p_kind smallint[], p_hash bytea[]
) returns void language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  moved int;
begin
  with newest as materialized (
    select distinct on (product) product, seq, at, kind, hash, count(*) over (partition by product) as records
    from unnest(p_product, p_seq, p_time, p_kind, p_hash) r (product, seq, at, kind, hash)
    order by product, seq desc
  ), updated as (
    update tick_heads h set seq = n.seq, time_ms = n.at, kind = n.kind, hash = n.hash
    from newest n where h.product_id = n.product and h.seq = n.seq - n.records
    returning 1
  ), made as (
    insert into tick_heads (product_id, seq, time_ms, kind, hash)
    select product, seq, at, kind, hash from newest where seq = records
    on conflict do nothing returning 1
  )
  select (select count(*) from updated) + (select count(*) from made) - (select count(*) from newest) into moved;
  if moved <> 0 then raise exception 'another writer has continued the log' using errcode = 'FT904'; end if;
end $$;

-- Appends records to the logs of their products. Each must have the next number, no earlier time than the record before
-- it, the fields of its kind and no others, and a hash that covers it, its inputs and the hash before. The arrays run in
-- parallel. p_inputs: the texts of the inputs of live prices, and the ids of the orders of a record of orders, with
-- commas between; null for all other records. A record of orders has the time of the record before, and only orders
-- whose deadline is not past.
create or replace function append_ticks_and_inputs(
  p_product smallint[], p_seq bigint[], p_time bigint[], p_kind smallint[], p_price bigint[],
  p_size bigint[], p_reason text[], p_band integer[], p_from bigint[], p_written bigint[], p_hash bytea[],
  p_inputs text[]
) returns void language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  fault record;
  digests constant bytea[] := array(
    select case when kind = 6 then root_before_start(product, at, string_to_array(inputs, ',')::bigint[])
      else sha256(convert_to(inputs, 'UTF8')) end
    from unnest(p_product, p_time, p_kind, p_inputs) with ordinality r (product, at, kind, inputs, n) order by n);
begin
  with given as (
    select r.*, case when r.kind = 6 then string_to_array(r.inputs, ',')::bigint[] end as orders
    from unnest(p_product, p_seq, p_time, p_kind, p_price, p_size, p_reason, p_band, p_from,
      p_written, p_hash, p_inputs, digests) with ordinality
      r (product, seq, at, kind, price, size, reason, band, since, written, hash, inputs, digest, n)
  ), heads as materialized (
    select p.id, p.symbol, h.seq, h.time_ms, h.hash
    from products p left join tick_heads h on h.product_id = p.id
    where p.id = any (p_product)
  ), chained as (
    select g.*, h.symbol,
      coalesce(lag(g.seq) over own, h.seq, 0) as seq_before,
      coalesce(lag(g.at) over own, h.time_ms, 0) as at_before,
      coalesce(lag(g.hash) over own, h.hash, decode(repeat('0', 64), 'hex')) as hash_before
    from given g left join heads h on h.id = g.product
    window own as (partition by g.product order by g.n)
  )
  select c.product, c.seq into fault from chained c
  where c.seq is distinct from c.seq_before + 1 or c.at < c.at_before
    or num_nonnulls(c.price, c.size, c.reason, c.band, c.since, c.written) is distinct from
      case c.kind when 0 then 2 when 1 then 0 when 2 then 1 when 3 then 1 when 4 then 2 when 5 then 2 when 6 then 1 end
    or c.inputs is not null and c.kind not in (0, 6)
    or c.kind = 6 and (c.at is distinct from c.at_before or c.size is distinct from cardinality(c.orders)
      or c.digest is null)
    or c.kind = 4 and c.band is distinct from coalesce(band_in_force(c.product, c.at), c.band)
    or c.hash is distinct from sha256(convert_to(tick_record_text(c.symbol, c.seq, c.at, c.kind, c.price,
      c.size, c.reason, c.band, c.since, c.written, c.digest, c.hash_before), 'UTF8'))
  order by c.n limit 1;
  if found then
    raise exception 'record % of product % does not continue the log', fault.seq, fault.product
      using errcode = 'FT904';
  end if;
  perform move_tick_heads(p_product, p_seq, p_time, p_kind, p_hash);
  if exists (select from tick_days where closed_at is not null and until_ms > (select min(at) from unnest(p_time) at)) then
    raise exception 'the day of a record is closed' using errcode = 'FT904';
  end if;
  perform make_tick_day(day) from (select distinct tick_day(at) as day from unnest(p_time) at) days order by day;
  insert into ticks (product_id, seq, time_ms, kind, price, size, reason, band_bps, from_ms,
    written_ms, hash, inputs)
  select * from unnest(p_product, p_seq, p_time, p_kind, p_price, p_size, p_reason, p_band, p_from, p_written,
    p_hash, digests);
  insert into tick_inputs (product_id, seq, time_ms, inputs)
  select r.product, r.seq, r.at, r.inputs
  from unnest(p_product, p_seq, p_time, p_kind, p_inputs) r (product, seq, at, kind, inputs)
  where r.inputs is not null and r.kind <> 6;
  if 6 = any (p_kind) then
    insert into order_records (order_id, product_id, seq, leaf)
    select i.id, r.product, r.seq, i.n - 1
    from unnest(p_product, p_seq, p_kind, p_inputs) r (product, seq, kind, inputs),
      unnest(string_to_array(r.inputs, ',')::bigint[]) with ordinality i (id, n)
    where r.kind = 6;
  end if;
end $$;

-- As append_ticks_and_inputs, for the release before it, which knows no inputs.
create or replace function append_ticks(
  p_product smallint[], p_seq bigint[], p_time bigint[], p_kind smallint[], p_price bigint[],
  p_size bigint[], p_reason text[], p_band integer[], p_from bigint[], p_written bigint[], p_hash bytea[]
) returns void language sql security definer as $$
  select append_ticks_and_inputs(p_product, p_seq, p_time, p_kind, p_price, p_size, p_reason, p_band,
    p_from, p_written, p_hash, array_fill(null::text, array[cardinality(p_product)]))
$$;

-- Appends a record to a public chain, which stays locked until the transaction ends. Times never decrease.
create or replace function append_chain_record(p_chain text, p_at bigint, p_text text)
returns chain_records language plpgsql as $$
declare
  head chain_heads;
  made chain_records;
begin
  select * into strict head from chain_heads where chain = p_chain for update;
  made := row(p_chain, head.seq + 1, greatest(p_at, head.time_ms), p_text, null);
  made.hash := encode(sha256(convert_to(format('fairtick-%s-1|%s|%s|%s|%s', p_chain, made.seq,
    made.time_ms, p_text, head.hash), 'UTF8')), 'hex');
  insert into chain_records select (made).*;
  update chain_heads set seq = made.seq, time_ms = made.time_ms, hash = made.hash where chain = p_chain;
  return made;
end $$;

-- Appends to the chain of seeds.
create or replace function append_seeds_record(p_at bigint, p_text text)
returns chain_records language sql security definer as $$
  select append_chain_record('seeds', p_at, p_text)
$$;

-- Appends to the chain of devices' keys.
create or replace function append_devices_record(p_at bigint, p_text text)
returns chain_records language sql security definer as $$
  select append_chain_record('devices', p_at, p_text)
$$;

-- Trigger. What is refused waits for a tree from the transaction on that stores it, whatever its id. So does an order
-- without a salt, of a release that does not write orders to the price log.
create or replace function wait_for_seal() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then insert into unsealed (order_id) select id from added where salt is null;
  else insert into unsealed (refusal_id) select id from added;
  end if;
  return null;
end $$;
create or replace trigger orders_wait_for_seal after insert on orders
  referencing new table as added for each statement execute function wait_for_seal();
create or replace trigger order_refusals_wait_for_seal after insert on order_refusals
  referencing new table as added for each statement execute function wait_for_seal();

-- Stores the acceptances and refusals that wait as the leaves of a checkpoint's tree, at most so many of each. Salts come
-- from the database's strong random numbers, so that the market reads no signed text. Returns the leaves as hex digits.
create or replace function seal_orders(p_checkpoint bigint, p_orders int, p_refusals int)
returns text language plpgsql security definer as $$
begin
  with taken as (
    delete from unsealed where ctid in (
      (select ctid from unsealed where order_id is not null order by order_id limit p_orders)
      union all (select ctid from unsealed where refusal_id is not null order by refusal_id limit p_refusals))
    returning order_id, refusal_id
  ), salted as materialized (
    select t.*, coalesce(o.receipt_text, r.refusal_text) as text,
      left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32) as salt
    from taken t left join orders o on o.id = t.order_id left join order_refusals r on r.id = t.refusal_id
  ), committed as (
    select *, encode(sha256(convert_to('fairtick-commitment-1|' || salt || '|' || text, 'UTF8')),
      'hex') as commitment
    from salted
  )
  insert into order_leaves (checkpoint, commitment, leaf, salt, order_id, refusal_id)
  select p_checkpoint, commitment, row_number() over (order by commitment collate "C") - 1, salt,
    order_id, refusal_id
  from committed;
  return (select coalesce(string_agg(commitment, '' order by leaf), '') from order_leaves
    where checkpoint = p_checkpoint);
end $$;

-- Whether a checkpoint's tree holds acceptances, which were stored before they were in the price log. Volatile, so that it
-- sees what the statement itself has sealed.
create or replace function tree_holds_orders(p_checkpoint bigint) returns boolean language sql volatile security definer as $$
  select exists (select from order_leaves where checkpoint = p_checkpoint and order_id is not null)
$$;

-- As seal_orders, for the release before it, which went by ids.
create or replace function seal_orders(p_checkpoint bigint, p_late int, p_orders int, p_refusals int)
returns text language sql security definer as $$
  select seal_orders(p_checkpoint, p_orders, p_refusals)
$$;

-- The root of the tree over the first checkpoints, as hex digits (rules/growing-tree.ts): each bit of their number is a
-- whole node.
create or replace function checkpoint_root(p_size bigint) returns text language plpgsql stable as $$
declare
  root bytea;
begin
  for bit in 0..62 loop
    exit when p_size >> bit = 0;
    continue when (p_size >> bit) % 2 = 0;
    select case when root is null then n.hash else sha256('\x01'::bytea || n.hash || root) end into strict root
    from checkpoint_nodes n where n.level = bit and n.at = (p_size >> bit) - 1;
  end loop;
  return encode(coalesce(root, sha256(''::bytea)), 'hex');
end $$;

-- Trigger. A checkpoint is a leaf of the tree of checkpoints, and completes each node above it of which it is the last.
create or replace function grow_checkpoint_tree() returns trigger language plpgsql as $$
declare
  up int := 0;
  place bigint := new.number - 1;
  node bytea := sha256('\x00'::bytea || sha256(convert_to(new.text, 'UTF8')));
begin
  loop
    insert into checkpoint_nodes (level, at, hash) values (up, place, node);
    exit when place % 2 = 0;
    select sha256('\x01'::bytea || n.hash || node) into strict node
    from checkpoint_nodes n where n.level = up and n.at = place - 1;
    up := up + 1;
    place := place / 2;
  end loop;
  return null;
end $$;
create or replace trigger checkpoints_grow_tree after insert on checkpoints
  for each row execute function grow_checkpoint_tree();

-- The format of a checkpoint's text.
create or replace function checkpoint_format(p_text text) returns int language sql immutable as $$
  select substring(p_text from '^fairtick-checkpoint-(\d)(?:\n|$)')::int
$$;

-- The line of a checkpoint's text that names the tree of its products: their lines are its leaves.
create or replace function products_line(p_heads jsonb) returns text language sql immutable as $$
  select 'products ' || count(*) || ' '
    || encode(coalesce(merkle_root(array_agg(convert_to(h.line, 'UTF8') order by h.n)), sha256('')), 'hex')
  from (select n, concat_ws(' ', head ->> 'symbol', head ->> 'seq', head ->> 'hash',
      (select string_agg(id, ',' order by at) from jsonb_array_elements_text(head -> 'terms')
        with ordinality t (id, at))) as line
    from jsonb_array_elements(p_heads) with ordinality e (head, n)) h
$$;

-- Appends a checkpoint. It must have the next number, no earlier time, no older format, the hash of the text before, the
-- root of the tree of all before, heads that are records of the log and of which its text has the tree, the newest
-- start, and an act of the operator log that is not before the one it named last. SQL cannot verify its signature: the checker does.
create or replace function append_checkpoint(p_checkpoint jsonb)
returns void language plpgsql security definer as $$
declare
  c checkpoints := jsonb_populate_record(null::checkpoints, p_checkpoint);
  last checkpoints;
  named constant text[] := regexp_match(c.text, '\noperators (\d+) ([0-9a-f]{64})(?:\n|$)');
  starts constant text[] := regexp_match(c.text, '\nstarts (\d+) ([0-9a-f]{64})(?:\n|$)');
  earlier constant text := substring(c.text from '\nearlier ([0-9a-f]{64})(?:\n|$)');
  products constant text := substring(c.text from '\n(products \d+ [0-9a-f]{64})$');
begin
  select * into last from checkpoints order by number desc limit 1;
  if c.number is distinct from coalesce(last.number, 0) + 1
    or c.time_ms < coalesce(last.time_ms, 0)
    or c.previous is distinct from coalesce(
      encode(sha256(convert_to(last.text, 'UTF8')), 'hex'), repeat('0', 64))
    or checkpoint_format(c.text) < checkpoint_format(last.text)
    or checkpoint_format(c.text) >= 4 and earlier is null
    or checkpoint_format(c.text) >= 5 and (starts is null or starts[2] is distinct from
      (select case when seq = 0 then repeat('0', 64) else hash end from chain_heads
        where chain = 'starts' and seq = starts[1]::bigint))
    or checkpoint_format(c.text) >= 6 and products is distinct from products_line(c.heads)
    or earlier <> checkpoint_root(c.number - 1)
    or exists (
      select from jsonb_to_recordset(c.heads) h (symbol text, seq bigint, hash text)
      left join products p on p.symbol = h.symbol
      left join tick_heads d on d.product_id = p.id and d.seq = h.seq
      where h.seq > 0 and h.hash is distinct from encode(coalesce(d.hash,
        (select t.hash from ticks t where t.product_id = p.id and t.seq = h.seq)), 'hex'))
    or named[1]::bigint < coalesce(substring(last.text from 'operators ([0-9]+) ')::bigint, 0)
    or named is null or named[2] is distinct from (case named[1] when '0' then repeat('0', 64)
      else (select encode(link, 'hex') from operator_log where seq = named[1]::bigint) end) then
    raise exception 'checkpoint % does not continue the log', c.number using errcode = 'FT904';
  end if;
  insert into checkpoints select (c).*;
end $$;

-- Trigger. Terms change only with notice: a version is announced a day before it is in force, by the times of the price
-- log, and after the versions before it. Ten seconds are allowed between a clock and the log. The first version of a
-- product is in force at once.
create or replace function terms_announced() returns trigger language plpgsql as $$
declare
  last_from bigint := (select max(valid_from) from terms_schedule where product_id = new.product_id);
  newest bigint := newest_record_ms(new.product_id);
begin
  if new.valid_from <= last_from or (last_from is not null and new.valid_from < newest + 86390000) then
    raise exception 'terms change only with notice' using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger terms_schedule_announced before insert on terms_schedule
  for each row execute function terms_announced();

-- Registers the key that the owner of the tables offered for this start, and no other. Returns its id.
create or replace function register_signing_key() returns text language sql security definer as $$
  insert into signing_keys (key_id, public_key) select key_id, public_key from offered_key on conflict do nothing;
  select key_id from offered_key
$$;

-- Trigger. The id of terms is the start of the digest of their text, so that no id is taken by another text.
create or replace function terms_name_their_text() returns trigger language plpgsql as $$
begin
  if new.terms_id <> left(encode(sha256(convert_to(new.terms, 'UTF8')), 'hex'), 16) then
    raise exception 'terms % have another text', new.terms_id using errcode = 'FT904';
  end if;
  return new;
end $$;
create or replace trigger product_terms_named before insert on product_terms
  for each row execute function terms_name_their_text();
