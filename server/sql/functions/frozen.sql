-- What is frozen because a check found a fault in it, and how that ends.

-- What a posting or an act is about: its document, otherwise its user, otherwise everything.
create or replace function frozen_subject(
  p_kind text, p_ref text, p_user bigint, out scope text, out subject bigint
) language plpgsql stable as $$
begin
  scope := substring(p_kind from '^(order|deposit|withdrawal|verification|fund_rate)(?:_|$)');
  if p_ref ~ '^\d{1,18}$' then
    subject := case scope
      when 'order' then (select id from orders where id = p_ref::bigint)
      when 'deposit' then (select id from deposits where id = p_ref::bigint)
      when 'withdrawal' then (select id from withdrawals where id = p_ref::bigint)
      when 'verification' then (select id from verifications where id = p_ref::bigint)
      when 'fund_rate' then (select from_day - date '1970-01-01' from fund_rate_proposals
        where id = p_ref::bigint)
    end;
  end if;
  if subject is null then
    select 'user', id into scope, subject from users where id = p_user;
  end if;
  if subject is null then scope := 'all'; end if;
end $$;

-- The user to whom an order, a document or a user's data belongs. Null for a fund rate and an operator, and where there
-- is no such row.
create or replace function frozen_owner(p_scope text, p_subject bigint) returns bigint
language sql stable as $$
  select case p_scope
    when 'user' then (select id from users where id = p_subject)
    when 'order' then (select user_id from orders where id = p_subject)
    when 'deposit' then (select user_id from deposits where id = p_subject)
    when 'withdrawal' then (select user_id from withdrawals where id = p_subject)
    when 'verification' then (select user_id from verifications where id = p_subject)
  end
$$;

-- Raises FT409 if the user, or the order or document that p_scope and p_subject name, is frozen. The scope `fund` asks
-- whether any rate of the fund is. The caller holds the user's mutex, which mark_frozen takes too.
create or replace function refuse_frozen(p_scope text, p_subject bigint, p_user bigint)
returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if exists (select 1 from frozen f
      where f.scope = 'user' and f.subject = p_user and f.ended_at is null) then
    raise exception 'account_frozen' using errcode = 'FT409';
  end if;
  if p_scope = 'fund' and exists (select 1 from frozen f
      where f.scope = 'fund_rate' and f.ended_at is null) then
    raise exception 'document_frozen' using errcode = 'FT409';
  end if;
  if exists (select 1 from frozen f
      where f.scope = p_scope and f.subject = p_subject and f.ended_at is null) then
    raise exception 'document_frozen' using errcode = 'FT409';
  end if;
end $$;

-- Marks as frozen what the invariants find faulty now, at most p_limit things, and returns the new rows. p_slice: of
-- what is old, as check_ledger takes it. It reads the faults itself, so that no caller can choose what is frozen. Holds
-- the mutex of every user concerned.
create or replace function freeze_faults(p_at bigint, p_limit int, p_slice jsonb) returns setof frozen
language plpgsql security definer
set enable_sort = off set enable_bitmapscan = off set work_mem = '64MB' as $$
declare
  found jsonb;
  checked_users record;
begin
  -- Before any lock, because reading the invariants may take long.
  select * into checked_users from users_to_check(p_slice, 2);
  select jsonb_agg(jsonb_build_object('scope', scope, 'subject', subject,
      'user_id', frozen_owner(scope, subject), 'faults', faults)) into found
  from (
    select scope, subject, jsonb_agg(jsonb_build_object('invariant', invariant, 'detail', detail)
      order by invariant, detail) as faults
    from faults_to_check(p_slice, checked_users.changed, checked_users.funds, checked_users.whole)
    where not is_frozen and (scope in ('fund_rate', 'operator') or frozen_owner(scope, subject) is not null)
    group by scope, subject order by scope, subject limit p_limit
  ) faulty;
  perform 1 from user_mutex m
    where m.user_id = any (array(
      select (i ->> 'user_id')::bigint from jsonb_array_elements(found) i))
    order by m.user_id for update;
  return query
  insert into frozen (scope, subject, user_id, faults, since)
  select i.scope, i.subject, i.user_id, i.faults, p_at
  from jsonb_to_recordset(coalesce(found, '[]'))
    i (scope text, subject bigint, user_id bigint, faults jsonb)
  on conflict (scope, subject) where ended_at is null do nothing
  returning *;
end $$;

-- As freeze_faults for everything. The release before calls it, which an operator may start in place of this one.
create or replace function mark_frozen(p_at bigint, p_limit int) returns setof frozen
language plpgsql security definer as $$
begin
  return query select * from freeze_faults(p_at, p_limit, whole_slice());
end $$;

-- What the published rule still owes the user for a frozen order, deposit or withdrawal, in minor units: what its
-- status, or for an order the public ticks, should have moved to the available money, less what was moved. Never less
-- than zero and never more than the amount concerned. Null for anything else, and while an order is undecided.
create or replace function compensation_due(p_scope text, p_subject bigint) returns bigint
language plpgsql stable as $$
declare
  o orders;
  outcome text;
  stake bigint;
  due bigint;
  bound bigint;
  moved bigint;
begin
  if p_scope = 'order' then
    select * into strict o from orders where id = p_subject;
    select case when s.void_reason = 'too_late' then 'void' else r.outcome end into outcome
      from results_recomputed r left join settlements s on s.order_id = r.id where r.id = p_subject;
    if outcome is null then return null; end if;
    stake := frozen_stake(p_subject, o.user_id);
    bound := stake + div(stake::numeric * o.payout_rate, 10000);
    due := case outcome when 'won' then bound - stake when 'lost' then -stake else 0 end;
  elsif p_scope = 'deposit' then
    select case d.status when 'approved' then d.amount else 0 end, d.amount into strict due, bound
      from deposits d where d.id = p_subject;
  elsif p_scope = 'withdrawal' then
    select case when w.status in ('rejected', 'cancelled', 'bounced') then 0 else -w.amount end, w.amount
      into strict due, bound from withdrawals w where w.id = p_subject;
  else
    return null;
  end if;
  select coalesce(sum(e.amount), 0) into moved
    from transfers t join entries e on e.transfer_id = t.id
      and e.account_id = user_account(t.user_id, 'cash')
    where t.user_id = frozen_owner(p_scope, p_subject) and (
      t.ref = p_subject::text and t.kind = any (case p_scope
        when 'order' then array['order_stake', 'order_settle'] when 'deposit' then array['deposit']
        else array['withdrawal_hold', 'withdrawal_release', 'withdrawal_pay', 'withdrawal_refund'] end)
      or t.kind = 'compensation' and t.ref in (select f.id::text from frozen f
        where f.scope = p_scope and f.subject = p_subject));
  return greatest(0, least(due - moved, bound));
end $$;

-- The stake that was posted for an order; 0 if none was.
create or replace function frozen_stake(p_order bigint, p_user bigint) returns bigint
language sql stable as $$
  select coalesce((select e.amount from transfers t
    join entries e on e.transfer_id = t.id and e.account_id = user_account(p_user, 'stake')
    where t.kind = 'order_stake' and t.ref = p_order::text), 0)
$$;

-- Pays a compensation for the row `f` and, for an order that the rule has not settled, returns its stake from the stake
-- account and closes it without a result.
create or replace function post_compensation(f frozen) returns void language plpgsql as $$
declare
  held bigint := 0;
  legs record;
begin
  if f.scope = 'order' then
    update orders set status = 'compensated' where id = f.subject and status in ('open', 'live');
    if found then held := frozen_stake(f.subject, f.user_id); end if;
  end if;
  select array_agg(account) as accounts, array_agg(amount) as amounts, count(*) as n into legs
    from (values (7::bigint, held - f.amount), (user_account(f.user_id, 'cash'), f.amount),
      (user_account(f.user_id, 'stake'), -held)) leg (account, amount)
    where amount <> 0;
  if legs.n > 0 then
    perform post(array['compensation'], array[f.id::text], array[f.user_id],
      array_fill(1, array[legs.n::int]), legs.accounts, legs.amounts);
  end if;
end $$;

-- Lifts what is frozen, if its faults are gone, or compensates for it. The first operator's call only proposes, and
-- another operator's call of the same step does it. Neither chooses an amount.
create or replace function end_frozen(p_id bigint, p_step text, p_actor text, p_secret text, p_at bigint)
returns frozen language plpgsql security definer
set enable_sort = off set enable_bitmapscan = off set work_mem = '64MB' as $$
declare
  f frozen;
  remaining jsonb;
  due bigint;
  proposer text;
begin
  perform require_actor(p_actor, p_secret, p_at);
  select * into strict f from frozen where id = p_id;
  -- Before any lock, because reading the invariants may take long.
  select coalesce(jsonb_agg(jsonb_build_object('invariant', l.invariant, 'detail', l.detail)
      order by l.invariant, l.detail), '[]') into remaining
    from faults_about(f.scope, f.subject) l;
  perform 1 from user_mutex where user_id = f.user_id for update;
  select * into strict f from frozen where id = p_id for update;
  if f.status <> 'frozen' then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', f.status);
  end if;
  if p_step = 'lift' and remaining <> '[]' then
    raise exception 'document_frozen' using errcode = 'FT409';
  end if;
  if p_step = 'compensate' then
    due := compensation_due(f.scope, f.subject);
    if due is null then raise exception 'not_settled' using errcode = 'FT409'; end if;
  end if;
  select proposed_by into proposer from frozen_proposals where frozen_id = p_id and step = p_step;
  if not found then
    insert into frozen_proposals values (p_id, p_step, p_actor, p_at);
    perform log_act(p_at, p_actor, 'frozen_propose_' || p_step, f.user_id, p_id::text);
    return f;
  end if;
  if proposer = p_actor then raise exception 'same_operator' using errcode = 'FT409'; end if;
  update frozen set status = case p_step when 'lift' then 'lifted' else 'compensated' end,
    proposed_by = proposer, ended_by = p_actor, ended_at = p_at, amount = due,
    accepted = case p_step when 'compensate' then remaining end
  where id = p_id returning * into f;
  if p_step = 'compensate' then perform post_compensation(f); end if;
  perform log_act(p_at, p_actor, 'frozen_' || p_step, f.user_id, p_id::text);
  return f;
end $$;
