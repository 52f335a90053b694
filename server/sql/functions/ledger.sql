-- Accounts, postings, commands and the outbox. Every amount is in minor units (cents).

-- An amount as text with two decimals: 1234 becomes '12.34'.
create or replace function money_text(minor bigint) returns text language sql immutable as $$
  select case when minor < 0 then '-' else '' end
    || (abs(minor) / 100)::text || '.' || lpad((abs(minor) % 100)::text, 2, '0')
$$;

-- The start of the UTC day of a moment, in ms.
create or replace function utc_day_start_ms(p_at bigint) returns bigint language sql immutable as $$
  select p_at - p_at % 86400000
$$;

-- The start of the UTC day after a moment, in ms.
create or replace function next_utc_day_ms(p_at bigint) returns bigint language sql immutable as $$
  select utc_day_start_ms(p_at) + 86400000
$$;

-- The reference of a user's practice money on the UTC day of p_at. (kind, ref) is unique, so there is one credit
-- per user and day.
create or replace function practice_ref(p_user bigint, p_at bigint) returns text language sql immutable as $$
  select p_user || ':' || to_char(fund_day(p_at), 'YYYY-MM-DD')
$$;

-- The id of a user's account of a kind. Not strict, so that PostgreSQL can inline it; null in, null out.
create or replace function user_account(p_user bigint, p_kind text) returns bigint
language sql immutable as $$
  select p_user * 16 + case p_kind
    when 'cash' then 1 when 'stake' then 2 when 'withdrawal_hold' then 3
    when 'fund_pending' then 4 when 'fund_confirmed' then 5 end
$$;

-- The number of the document in the reference of a transfer: the id of an order, the user of a day. Null if there is
-- none.
create or replace function ref_number(p_ref text) returns bigint language sql immutable as $$
  select substring(p_ref from '^(\d{1,18})(?::|$)')::bigint
$$;

-- Trigger. Creates a new user's mutex row and accounts.
create or replace function open_user_accounts() returns trigger
language plpgsql security definer as $$
begin
  insert into user_mutex values (new.id);
  insert into user_results (user_id) values (new.id);
  insert into accounts (id, user_id, kind, balance, version)
  select user_account(new.id, kind), new.id, kind, 0, 0
  from unnest(array['cash', 'stake', 'withdrawal_hold', 'fund_pending', 'fund_confirmed']) kind;
  return null;
end $$;

-- Trigger for append-only tables: refuses every update and delete.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'FT900';
end $$;

-- Trigger. The entries of each statement sum to zero: stricter than at the end of the transaction, and one pass
-- over all of them.
create or replace function entries_sum_to_zero() returns trigger language plpgsql as $$
begin
  if exists (select 1 from posted group by transfer_id having sum(amount) <> 0) then
    raise exception 'entries of a transfer do not sum to zero' using errcode = 'FT901';
  end if;
  return null;
end $$;

-- The only writer of transfers and entries. Transfer i has kind, ref and user p_*[i]; leg j belongs to transfer
-- p_leg_transfer[j] (1-based). The caller holds the mutex rows of all users named. Returns the ids of the
-- transfers in order. Plans are cached because planning took longer than running. A plan made for empty tables
-- would be wrong later, so these functions look rows up by key whatever the planner prefers.
create or replace function post(
  p_kind text[], p_ref text[], p_user bigint[],
  p_leg_transfer int[], p_leg_account bigint[], p_leg_amount bigint[]
) returns bigint[] language plpgsql security definer set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ids bigint[];
  posted int;
begin
  if exists (select 1 from ledger_halts where lifted_at is null) then
    perform refuse_halted();
  end if;
  if exists (select 1 from frozen where ended_at is null) then
    perform refuse_frozen(substring(kind from '^(order|deposit|withdrawal|fund)(?:_|$)'),
      case when ref ~ '^\d{1,18}$' then ref::bigint end, of_user)
    from unnest(p_kind, p_ref, p_user) item (kind, ref, of_user);
  end if;
  if (select count(*) from (
      select 1 from unnest(p_leg_transfer) i group by i having count(*) >= 2) whole)
    is distinct from cardinality(p_kind) then
    raise exception 'each transfer takes two legs or more' using errcode = 'FT903';
  end if;

  with taken as (
    insert into transfers (kind, ref, user_id)
    select kind, ref, of_user
    from unnest(p_kind, p_ref, p_user) with ordinality item (kind, ref, of_user, n) order by n
    returning id
  )
  select array_agg(id order by id) into ids from taken;

  -- Each account's legs travel through its update as arrays, so that nothing is joined twice.
  with leg as (
    select * from unnest(p_leg_transfer, p_leg_account, p_leg_amount) leg (transfer, account, amount)
  ), moved as (
    update accounts a set balance = a.balance + m.amount, version = a.version + m.legs
    from (
      select account, sum(amount)::bigint as amount, count(*) as legs,
        array_agg(transfer order by transfer) as transfers,
        array_agg(amount order by transfer) as amounts
      from leg group by account
    ) m
    where a.id = m.account and a.user_id is not null
    returning a.id, a.user_id, a.balance - m.amount as balance, a.version - m.legs as version,
      m.transfers, m.amounts
  )
  insert into entries (transfer_id, account_id, amount, version, balance_after)
  select ids[leg.transfer], moved.id, leg.amount, moved.version + leg.n,
    moved.balance + sum(leg.amount) over (partition by moved.id order by leg.n)
  from moved, unnest(transfers, amounts) with ordinality leg (transfer, amount, n)
  where moved.user_id = p_user[leg.transfer]
  union all
  select ids[transfer], account, amount, null, null from leg
  where account < 16 and exists (select 1 from accounts where id = account and user_id is null);
  get diagnostics posted = row_count;
  if posted <> cardinality(p_leg_account) then
    raise exception 'a leg names no account of its transfer''s user' using errcode = 'FT903';
  end if;
  return ids;
end $$;

-- Credits a user's practice money of the day of p_at, once per day, where the server gives any. Returns the amount.
-- Raises FT409 for guests while a user of their device is on a break. The caller holds the user's mutex.
create or replace function take_practice_money(p_user bigint, p_at bigint) returns bigint
language plpgsql security definer as $$
declare
  rules act_rules;
  posted bigint[];
begin
  perform require_present(p_at);
  select * into strict rules from act_rules;
  if not rules.practice then raise exception 'practice_disabled' using errcode = 'FT409'; end if;
  perform refuse_paused(guest_paused_until(p_user, p_at));
  if exists (select 1 from transfers where kind = 'practice_issue' and ref = practice_ref(p_user, p_at)) then
    raise exception 'practice_taken' using errcode = 'FT409', detail = next_utc_day_ms(p_at)::text;
  end if;
  posted := post(array['practice_issue'], array[practice_ref(p_user, p_at)], array[p_user], array[1, 1],
    array[6, user_account(p_user, 'cash')], array[-rules.practice_amount, rules.practice_amount]);
  insert into practice_issues (transfer_id, user_id, day, at, checkpoint_ms)
    values (posted[1], p_user, fund_day(p_at), p_at, (select time_ms from checkpoints order by number desc limit 1));
  return rules.practice_amount;
end $$;

-- Claims an idempotency key. Returns null if it is newly claimed, otherwise the stored response. Raises FT422 if
-- the key was used for another body, and FT409 if its response was removed, or if it is unknown and from before the
-- newest restore. Waits for a transaction that holds the same key. p_response: the answer, if it is already known.
create or replace function claim_key(
  p_user bigint, p_operation text, p_key text, p_body_hash bytea, p_response text default null
) returns text
language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  stored idempotency;
begin
  if is_expired(p_key) and not exists (
      select from idempotency where user_id = p_user and operation = p_operation and key = p_key) then
    perform refuse_expired((select restored_at from instance));
  end if;
  insert into idempotency (user_id, operation, key, body_hash, response, day)
    values (p_user, p_operation, p_key, p_body_hash, p_response, market_day()) on conflict do nothing;
  if found then return null; end if;
  select * into strict stored from idempotency
    where user_id = p_user and operation = p_operation and key = p_key;
  if stored.body_hash <> p_body_hash then
    raise exception 'key_reused' using errcode = 'FT422';
  end if;
  if stored.removed is not null then
    perform refuse_expired(fund_day_start(stored.removed));
  end if;
  if stored.response is null then
    raise exception 'key % is claimed and has no answer', p_key using errcode = 'FT903';
  end if;
  return stored.response;
end $$;

-- Refuses a request whose answer the server no longer has. p_before: it is from before this moment.
create or replace function refuse_expired(p_before bigint) returns void language plpgsql as $$
begin
  raise exception 'key_expired' using errcode = 'FT409', detail = json_build_object('before', p_before);
end $$;

-- The first step of every money command: claims the key, then locks the user's mutex. Returns null if the command
-- is to run, otherwise the stored response, with nothing locked.
create or replace function begin_command(p_user bigint, p_operation text, p_key text, p_body_hash bytea)
returns text language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  stored text := claim_key(p_user, p_operation, p_key, p_body_hash);
begin
  if stored is null then
    perform 1 from user_mutex where user_id = p_user for update;
    if not found then raise exception 'no such user' using errcode = 'FT903'; end if;
  end if;
  return stored;
end $$;

-- Stores the answer of a command under the key that this transaction claimed, once.
create or replace function answer_command(p_user bigint, p_operation text, p_key text, p_response text)
returns void language plpgsql security definer as $$
begin
  update idempotency set response = p_response
    where user_id = p_user and operation = p_operation and key = p_key and response is null and removed is null
      and xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'the key to answer is not claimed' using errcode = 'FT903'; end if;
end $$;

-- Numbers and stores events in the order of the arrays, in the partition of the market's day. The caller holds the
-- mutex rows of all users named.
create or replace function outbox_append(p_user bigint[], p_topic text[], p_payload text[])
returns table (user_id bigint, topic text, seq bigint, payload text)
-- The planner takes every array for a short one; its nested loop over a settlement's thousand events is slow.
language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_nestloop = off as $$
#variable_conflict use_column
declare
  today constant date := market_day();
begin
  return query
  with items as (
    select u, t, p, row_number() over (partition by u, t order by ord) as n,
      count(*) over (partition by u, t) as total
    from unnest(p_user, p_topic, p_payload) with ordinality item (u, t, p, ord)
  ), heads as (
    insert into outbox_heads as h (user_id, topic, seq, day)
    select distinct u, t, total, today from items
    on conflict (user_id, topic) do update set seq = h.seq + excluded.seq, day = excluded.day, prior = h.day
    returning h.user_id, h.topic, h.seq, h.prior
  )
  insert into outbox (user_id, topic, seq, payload, day, prior)
  select i.u, i.t, h.seq - i.total + i.n, i.p, today, case i.n when 1 then h.prior else today end
  from items i join heads h on h.user_id = i.u and h.topic = i.t
  order by h.user_id, h.topic, i.n
  returning outbox.user_id, outbox.topic, outbox.seq, outbox.payload;
end $$;

-- The state of the balance topic per user at p_at, in the shape that contract/account.ts defines.
-- `practiceNextAt` is null if practice money is available now.
create or replace function balance_states(p_users bigint[], p_at bigint)
returns table (user_id bigint, state text)
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  select cash.user_id, json_build_object(
    'version', cash.version + stake.version + held.version + pending.version + confirmed.version,
    'available', money_text(cash.balance), 'staked', money_text(stake.balance),
    'held', money_text(held.balance),
    'fund', money_text(pending.balance + confirmed.balance),
    'total', money_text(cash.balance + stake.balance + held.balance
      + pending.balance + confirmed.balance),
    'profitAndLoss', money_text(r.profit_and_loss),
    'today', json_build_object('profitAndLoss', money_text(
      case when r.day = fund_day(p_at) then r.day_profit_and_loss else 0 end),
      'endsAt', next_utc_day_ms(p_at)),
    'practiceNextAt', (select next_utc_day_ms(p_at) from transfers
      where kind = 'practice_issue' and ref = practice_ref(u.id, p_at)),
    'frozenSince', (select f.since from frozen f
      where f.scope = 'user' and f.subject = u.id and f.ended_at is null))::text
  from unnest(p_users) u (id)
  join accounts cash on cash.id = user_account(u.id, 'cash')
  join accounts stake on stake.id = user_account(u.id, 'stake')
  join accounts held on held.id = user_account(u.id, 'withdrawal_hold')
  join accounts pending on pending.id = user_account(u.id, 'fund_pending')
  join accounts confirmed on confirmed.id = user_account(u.id, 'fund_confirmed')
  join user_results r on r.user_id = u.id;
end $$;

-- The state of the balance topic of one user; see balance_states.
create or replace function balance_state(p_user bigint, p_at bigint) returns text language sql stable as $$
  select state from balance_states(array[p_user], p_at)
$$;

-- Halts all money writes until the command line lifts that. False if they are halted already.
create or replace function halt_money(p_reason text) returns boolean language plpgsql security definer as $$
begin
  insert into ledger_halts (reason) select p_reason
    where not exists (select from ledger_halts where lifted_at is null);
  return found;
end $$;
