-- What the checks of a running server read of the invariants: what is newer than the marks, what is still open, and a
-- slice of the rest. The invariants themselves are in server/ledger.

-- The ids in a range of a slice, as {"orders": [1, 1000]} has it. No rows without such a range.
create or replace function slice_bounds(p_slice jsonb, p_part text, out low bigint, out high bigint)
language sql immutable as $$
  select (p_slice -> p_part ->> 0)::bigint, (p_slice -> p_part ->> 1)::bigint
$$;

-- The slice that is everything.
create or replace function whole_slice() returns jsonb language sql stable as $$
  select jsonb_build_object('orders', every, 'transfers', every, 'users', every, 'ticks', coalesce((
    select jsonb_agg(jsonb_build_array(id) || every order by id) from products), '[]'))
  from (values ('[0, 9223372036854775807]'::jsonb)) everything (every)
$$;

create or replace function mark_of(p_part text) returns bigint language sql stable as $$
  select checked from ledger_marks where part = p_part
$$;

-- Versions of an account run 1, 2, 3, … without a gap, each entry states the balance after it, and the account has
-- the version and the balance of its newest entry. Running results equal the sums of the settlements, in total and for the
-- day they name. p_marked: reads only what is newer than the marks of the accounts.
create or replace function account_faults(p_users bigint[], p_marked boolean)
returns table (invariant text, scope text, subject bigint, detail text) language sql stable as $$
  with mine as materialized (
    select a.id, a.user_id, a.kind, a.balance, a.version, coalesce(m.version, 0) as checked,
      coalesce(m.version, -9223372036854775808) as above, coalesce(m.balance, 0) as sum_before,
      coalesce(m.profit_and_loss, 0) as results_before
    from accounts a left join account_marks m on p_marked and m.account_id = a.id
    where a.user_id = any(p_users)
  ), numbered as materialized (
    -- Account by account, so that the index gives the entries in their order and no plan reads those of others.
    select a.id, a.user_id, a.kind, e.transfer_id, e.version, e.amount, e.balance_after,
      a.checked + e.n as n, a.sum_before + e.total as total
    from mine a cross join lateral (
      select x.transfer_id, x.version, x.amount, x.balance_after, row_number() over running as n,
        sum(x.amount) over running as total
      from entries x where x.account_id = a.id and x.version > a.above
      window running as (order by x.version)
    ) e
  )
  select 'versions_gapless', 'user', user_id, format('account %s: version %s stands at %s', id, version, n)
  from numbered where version <> n

  union all
  select 'running_balance', 'user', user_id,
    format('account %s, version %s: %s, not %s', id, version, balance_after, total)
  from numbered where balance_after <> total

  union all
  select 'balance_is_sum', 'user', a.user_id, format('account %s: balance %s, entries %s; version %s, entries %s',
    a.id, a.balance, sum_before + coalesce(e.total, 0), a.version, checked + coalesce(e.legs, 0))
  from mine a left join (
    select id, sum(amount) as total, count(*) as legs from numbered group by id
  ) e on e.id = a.id
  where a.balance <> sum_before + coalesce(e.total, 0) or a.version <> checked + coalesce(e.legs, 0)

  union all
  select 'results_are_settlements', 'user', r.user_id, format('user %s: %s and %s on %s, settlements %s and %s',
    r.user_id, r.profit_and_loss, r.day_profit_and_loss, r.day, results_before + coalesce(settled.total, 0), of_day.total)
  from mine a join user_results r on r.user_id = a.user_id
  left join (
    select e.id, sum(s.profit_and_loss) as total
    from numbered e cross join lateral (
      select r.profit_and_loss from transfers t join settlements r on r.order_id = ref_number(t.ref)
      where t.id = e.transfer_id and t.kind = 'order_settle' offset 0
    ) s
    where e.kind = 'stake' group by e.id
  ) settled on settled.id = a.id
  cross join lateral (
    select coalesce(sum(s.profit_and_loss), 0) as total from settlements s
    where s.user_id = r.user_id and s.settled_at >= fund_day_start(r.day) and s.settled_at < fund_day_start(r.day + 1)
  ) of_day
  where a.kind = 'stake' and (r.profit_and_loss <> results_before + coalesce(settled.total, 0)
    or r.day_profit_and_loss <> of_day.total)
$$;

-- The orders to check: new ones, those that are open or frozen, and those for which something was posted or refused.
create or replace function orders_to_check(p_slice jsonb) returns bigint[] language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
declare
  above bigint := mark_of('orders') + 1;
  posted_above bigint := mark_of('transfers') + 1;
  refused_above bigint := mark_of('refusals') + 1;
  slice record;
  top constant bigint := 9223372036854775807;
begin
  select * into slice from slice_bounds(p_slice, 'orders');
  -- Ranges with two ends, because the planner expects few rows of them.
  return array(
    select id from orders where id between above and top
    union select order_id from settlements where order_id between above and top
    union select id from orders where id between slice.low and slice.high
    union select order_id from settlements where order_id between slice.low and slice.high
    union select id from orders where status in ('open', 'live')
    union select ref_number(t.ref) from transfers t
      where t.id between posted_above and top and t.kind in ('order_stake', 'order_settle')
    union select f.subject from transfers t join frozen f on f.id = ref_number(t.ref)
      where t.id between posted_above and top and t.kind = 'compensation' and f.scope = 'order'
    union select o.id from order_refusals r join orders o on o.user_id = r.user_id and o.intent_key = r.intent_key
      where r.id between refused_above and top
    union select subject from frozen where scope = 'order' and ended_at is null);
end $$;

-- What was posted for something that is frozen.
create or replace function transfers_about(p_scope text, p_subject bigint) returns setof bigint
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  if p_scope = 'user' then
    return query select id from transfers where user_id = p_subject;
  else
    return query select t.id from unnest(array['order_stake', 'order_settle', 'deposit', 'withdrawal_hold',
        'withdrawal_release', 'withdrawal_pay', 'withdrawal_refund']) kinds (kind)
      join transfers t on t.kind = kinds.kind and t.ref = p_subject::text
      where kinds.kind like p_scope || '%';
  end if;
end $$;

create or replace function transfers_to_check(p_slice jsonb) returns bigint[] language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
declare
  above bigint := mark_of('transfers') + 1;
  slice record;
  top constant bigint := 9223372036854775807;
begin
  select * into slice from slice_bounds(p_slice, 'transfers');
  return array(
    select id from transfers where id between above and top
    union select transfer_id from entries where transfer_id between above and top
    union select transfer_id from practice_issues where transfer_id between above and top
    union select id from transfers where id between slice.low and slice.high
    union select transfer_id from entries where transfer_id between slice.low and slice.high
    union select transfer_id from practice_issues where transfer_id between slice.low and slice.high
    union select t from frozen f cross join lateral transfers_about(f.scope, f.subject) t where f.ended_at is null);
end $$;

-- The users to check: `changed` from the marks of their accounts on, because their accounts or results differ from the
-- marks, they have something open, or they opened a session or changed a password; `funds` because of their fund; and
-- `whole` from their first entry on. p_margin: what finds the faults of a check a second time reads more fund accounts,
-- because new ones may have come before them.
create or replace function users_to_check(
  p_slice jsonb, p_margin int default 1, out changed bigint[], out funds bigint[], out whole bigint[]
) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  above bigint := mark_of('users') + 1;
  lots_above bigint := mark_of('fund_lots') + 1;
  redeemed_above bigint := mark_of('fund_redemptions') + 1;
  opened_above bigint := mark_of('sessions') + 1;
  passwords_above bigint := mark_of('password_changes') + 1;
  slice record;
  top constant bigint := 9223372036854775807;
begin
  select * into slice from slice_bounds(p_slice, 'users');
  whole := array(
    select id from users where id between slice.low and slice.high
    union select subject from frozen where scope = 'user' and ended_at is null);
  changed := array(
    select id from users where id between above and top
    union select a.user_id from accounts a left join account_marks m on m.account_id = a.id
      where a.user_id is not null and (a.version, a.balance) is distinct from (m.version, m.balance)
    union select r.user_id from user_results r
      left join account_marks m on m.account_id = user_account(r.user_id, 'stake')
      where r.profit_and_loss is distinct from m.profit_and_loss
    union select user_id from orders where status in ('open', 'live')
    union select user_id from withdrawals where status in ('requested', 'review')
    union select user_id from sessions where id between opened_above and top
    union select user_id from password_changes where id between passwords_above and top
    except select unnest(whole));
  -- Those that have new documents. Of those for whom only a day has begun, or whose documents are open, the ones that were
  -- checked longest ago, so that a check does not take longer with more users.
  funds := array(
    select user_id from fund_lots where id between lots_above and top and kind = 'transfer'
    union select user_id from fund_redemptions where id between redeemed_above and top
    union (
      select due.user_id from (
        select coalesce(f.user_id, m.user_id) as user_id from fund_accounts f full join fund_marks m on m.user_id = f.user_id
        where (f.version, f.opened_through, f.carry, f.income, f.income_today, f.subscriptions, f.redemptions, f.instant,
          f.idle) is distinct from (m.version, m.opened_through, m.carry, m.income, m.income_today, m.subscriptions,
          m.redemptions, m.instant, m.idle)
        union select user_id from fund_lots where status = 'pending'
        union select user_id from fund_redemptions where status = 'requested'
        except select unnest(whole)
      ) due left join fund_marks m on m.user_id = due.user_id
      order by m.checked_xid nulls first, due.user_id limit fund_checks_max() * p_margin
    )
    except select unnest(whole));
end $$;

-- The faults in what is to be checked, as unanswered_faults has them. p_changed, p_funds, p_whole: as users_to_check has
-- them.
create or replace function faults_to_check(p_slice jsonb, p_changed bigint[], p_funds bigint[], p_whole bigint[])
returns table (invariant text, scope text, subject bigint, detail text, is_frozen boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  order_ids bigint[] := orders_to_check(p_slice);
  transfer_ids bigint[] := transfers_to_check(p_slice);
  opened_above bigint := mark_of('sessions') + 1;
  top constant bigint := 9223372036854775807;
  log record;
  faults jsonb := '[]';
  more jsonb;
begin
  select coalesce(jsonb_agg(f), '[]') into faults from (
    select * from document_faults
    union all
    select t.invariant, t.scope, t.subject, t.detail from transfer_faults t where t.transfer_id = any(transfer_ids)
    union all
    select o.invariant, o.scope, o.subject, o.detail from order_faults o where o.order_id = any(order_ids)
    union all
    select u.invariant, u.scope, u.subject, u.detail from user_faults u where u.user_id = any(p_changed || p_whole)
    union all
    select s.invariant, s.scope, s.subject, s.detail from session_faults s where s.session_id between opened_above and top
    union all
    select s.invariant, s.scope, s.subject, s.detail from session_faults s where s.user_id = any(p_whole)
    union all
    select * from account_faults(p_changed, true)
    union all
    select * from account_faults(p_whole, false)
    union all
    select f.* from unnest(p_funds) u cross join lateral fund_faults_of(u, true) f
    union all
    select f.* from unnest(p_whole) u cross join lateral fund_faults_of(u, false) f
  ) f;
  for log in
    select p.id, coalesce(m.seq, 0) + 1 as low, 9223372036854775807 as high
    from products p left join tick_marks m on m.product_id = p.id
    union all
    select (s ->> 0)::smallint, (s ->> 1)::bigint, (s ->> 2)::bigint from jsonb_array_elements(p_slice -> 'ticks') s
  loop
    select jsonb_agg(jsonb_build_object('invariant', t.invariant, 'scope', t.scope, 'subject', t.subject,
        'detail', t.detail)) into more
      from tick_faults t where t.product_id = log.id and t.seq between log.low and log.high;
    faults := faults || coalesce(more, '[]');
  end loop;
  return query
  select distinct f.*, exists (
    select 1 from frozen z where z.scope = f.scope and z.subject = f.subject and z.ended_at is null
  )
  from jsonb_to_recordset(faults) f (invariant text, scope text, subject bigint, detail text)
  where not exists (
    select 1 from frozen z where z.scope = f.scope and z.subject = f.subject
      and z.accepted @> jsonb_build_array(jsonb_build_object('invariant', f.invariant, 'detail', f.detail)));
end $$;

-- The faults of one order, user or document, whenever it was written.
create or replace function faults_about(p_scope text, p_subject bigint)
returns table (invariant text, detail text) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_sort = off set enable_bitmapscan = off as $$
declare
  owner bigint[] := array_remove(array[frozen_owner(p_scope, p_subject)], null);
  transfer_ids bigint[] := array(select transfers_about(p_scope, p_subject));
begin
  return query
  select f.invariant, f.detail from (
    select * from document_faults
    union all
    select t.invariant, t.scope, t.subject, t.detail from transfer_faults t where t.transfer_id = any(transfer_ids)
    union all
    select o.invariant, o.scope, o.subject, o.detail from order_faults o
    where p_scope = 'order' and o.order_id = p_subject
    union all
    select u.invariant, u.scope, u.subject, u.detail from user_faults u where u.user_id = any(owner)
    union all
    select s.invariant, s.scope, s.subject, s.detail from session_faults s where s.user_id = any(owner)
    union all
    select * from account_faults(owner, false)
    union all
    select f.* from unnest(owner) u cross join lateral fund_faults_of(u, false) f
  ) f where f.scope = p_scope and f.subject = p_subject;
end $$;

-- Checks what is to be checked, and moves the marks past it unless something is faulty that is not frozen: what is
-- frozen is read at each check until it is not. It reads one snapshot, so that the marks say nothing that no check saw.
-- A caller chooses no mark, and its settings change no text or time that the invariants compare.
create or replace function check_ledger(p_slice jsonb)
returns table (invariant text, scope text, subject bigint, detail text, is_frozen boolean)
language plpgsql security definer
set enable_sort = off set enable_bitmapscan = off set work_mem = '64MB' set standard_conforming_strings = on
set transform_null_equals = off set timezone = 'UTC' set datestyle = 'ISO' as $$
#variable_conflict use_column
declare
  checked_users record;
  faults jsonb;
begin
  if current_setting('transaction_isolation') not in ('repeatable read', 'serializable')
      or pg_current_xact_id_if_assigned() is not null then
    raise exception 'a check reads one snapshot, before its transaction writes' using errcode = 'FT903';
  end if;
  select * into checked_users from users_to_check(p_slice);
  select coalesce(jsonb_agg(f), '[]') into faults
    from faults_to_check(p_slice, checked_users.changed, checked_users.funds, checked_users.whole) f;
  if not exists (select from jsonb_array_elements(faults) f where not (f ->> 'is_frozen')::boolean) then
    perform move_marks(checked_users.changed || checked_users.whole, checked_users.funds || checked_users.whole, array(
      select (f ->> 'subject')::bigint from jsonb_array_elements(faults) f where f ->> 'scope' = 'user'));
  end if;
  return query select f.* from jsonb_to_recordset(faults)
    f (invariant text, scope text, subject bigint, detail text, is_frozen boolean);
end $$;

-- Moves the marks to what the snapshot has. The marks of accounts move for p_users, and those of the fund for p_funds,
-- without p_faulty. Numbers are given
-- out before their rows are visible, and each transaction takes them after it has locked a row, so after its own id. A
-- number counts as checked once every transaction that is older than a check which saw it has ended.
create or replace function move_marks(p_users bigint[], p_funds bigint[], p_faulty bigint[]) returns void language plpgsql as $$
declare
  oldest bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  mine bigint := pg_current_xact_id()::text::bigint;
begin
  update ledger_marks m set
    checked = case when oldest = mine then n.newest when m.seen_xid between 1 and oldest then m.seen else m.checked end,
    seen = case when m.seen_xid between oldest + 1 and mine then m.seen else n.newest end,
    seen_xid = case when m.seen_xid between oldest + 1 and mine then m.seen_xid else mine end
  from (
    select 'orders' as part, coalesce(max(id), 0) as newest from orders
    union all select 'transfers', coalesce(max(id), 0) from transfers
    union all select 'users', coalesce(max(id), 0) from users
    union all select 'refusals', coalesce(max(id), 0) from order_refusals
    union all select 'fund_lots', coalesce(max(id), 0) from fund_lots
    union all select 'fund_redemptions', coalesce(max(id), 0) from fund_redemptions
    union all select 'sessions', coalesce(max(id), 0) from sessions
    union all select 'password_changes', coalesce(max(id), 0) from password_changes
  ) n where n.part = m.part;
  insert into account_marks as m
  select a.id, a.version, a.balance, case a.kind when 'stake' then coalesce(r.profit_and_loss, 0) else 0 end
  from accounts a left join user_results r on r.user_id = a.user_id
  where a.user_id = any(p_users) and a.user_id <> all(p_faulty)
  on conflict (account_id) do update
    set version = excluded.version, balance = excluded.balance, profit_and_loss = excluded.profit_and_loss
    where (m.version, m.balance, m.profit_and_loss) <> (excluded.version, excluded.balance, excluded.profit_and_loss);
  insert into fund_marks as m
  select user_id, version, opened_through, carry, income, income_today, subscriptions, redemptions, instant, idle, mine
  from fund_accounts where user_id = any(p_funds) and user_id <> all(p_faulty)
  on conflict (user_id) do update set
    (version, opened_through, carry, income, income_today, subscriptions, redemptions, instant, idle, checked_xid) =
    (excluded.version, excluded.opened_through, excluded.carry, excluded.income, excluded.income_today,
      excluded.subscriptions, excluded.redemptions, excluded.instant, excluded.idle, excluded.checked_xid);
  insert into tick_marks as m
  select product_id, seq from tick_heads
  on conflict (product_id) do update set seq = excluded.seq where m.seq <> excluded.seq;
end $$;
