-- Money in and out: deposits and withdrawals as documents with a state machine, moved by one function each, and the
-- operator log that every act of a reviewer goes into.

-- Running results of a user's settled orders; `day` is the UTC date that the second figure belongs to.
create table user_results (
  user_id bigint primary key,
  profit_and_loss bigint not null default 0,
  day date not null default '1970-01-01',
  day_profit_and_loss bigint not null default 0
) with (fillfactor = 50);
insert into user_results (user_id, profit_and_loss, day, day_profit_and_loss)
select u.id, coalesce(sum(s.profit_and_loss), 0), (now() at time zone 'utc')::date,
  coalesce(sum(s.profit_and_loss) filter (where s.settled_at >= next_utc_day_ms() - 86400000), 0)
from users u left join orders o on o.user_id = u.id left join settlements s on s.order_id = o.id
group by u.id;

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

-- After each batch of settlements, before the balances of its users are read.
create function add_results() returns trigger language plpgsql security definer
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- No join of the batch with itself: without an index it would take each row against each.
  with gains as (
    select o.user_id, s.profit_and_loss as gain,
      (to_timestamp(s.settled_at / 1000.0) at time zone 'utc')::date as day
    from settled s join orders o on o.id = s.order_id
  ), dated as (
    select *, max(day) over (partition by user_id) as latest from gains
  ), sums as (
    select user_id, latest as day, sum(gain)::bigint as total,
      (sum(gain) filter (where day = latest))::bigint as day_total
    from dated group by user_id, latest
  )
  update user_results r set
    profit_and_loss = r.profit_and_loss + s.total,
    day = greatest(r.day, s.day),
    day_profit_and_loss = case when r.day >= s.day then r.day_profit_and_loss else 0 end
      + case when s.day >= r.day then s.day_total else 0 end
  from sums s where r.user_id = s.user_id;
  return null;
end $$;
create trigger settlements_add_results after insert on settlements
  referencing new table as settled for each statement execute function add_results();

-- The balance topic's state of each user, as contract/account.ts shapes it. `practiceNextAt`: null for now.
create or replace function balance_states(p_users bigint[])
returns table (user_id bigint, state text)
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  select cash.user_id, json_build_object(
    'version', cash.version + stake.version + held.version,
    'available', money_text(cash.balance), 'staked', money_text(stake.balance),
    'held', money_text(held.balance),
    'total', money_text(cash.balance + stake.balance + held.balance),
    'profitAndLoss', money_text(r.profit_and_loss),
    'today', json_build_object('profitAndLoss', money_text(
      case when r.day = (now() at time zone 'utc')::date then r.day_profit_and_loss else 0 end),
      'endsAt', next_utc_day_ms()),
    'practiceNextAt', (select next_utc_day_ms() from transfers
      where kind = 'practice_issue' and ref = practice_ref(u.id)))::text
  from unnest(p_users) u (id)
  join accounts cash on cash.id = user_account(u.id, 'cash')
  join accounts stake on stake.id = user_account(u.id, 'stake')
  join accounts held on held.id = user_account(u.id, 'withdrawal_hold')
  join user_results r on r.user_id = u.id;
end $$;

-- What reviewers did: append-only, each line's hash covers the one before (contract/records.ts says the text).
create table operator_log (
  seq bigint primary key,
  at bigint not null,
  actor text not null,
  act text not null,
  -- Whom it concerns; null: nobody in particular.
  user_id bigint references users (id),
  ref text not null default '',
  reason text not null default '',
  previous_hash bytea not null,
  hash bytea not null
);
create index operator_log_by_user on operator_log (user_id, seq desc) where user_id is not null;
create trigger operator_log_append_only before update or delete on operator_log
  for each row execute function refuse_change();
create trigger operator_log_no_truncate before truncate on operator_log
  execute function refuse_change();
-- One row, locked for as long as an act's transaction lasts: acts stand in the order of their commits.
create table operator_log_head (
  one boolean primary key default true check (one),
  seq bigint not null default 0,
  hash bytea not null default decode(repeat('0', 64), 'hex')
);
insert into operator_log_head default values;

-- The last lock that its transaction takes.
create function log_act(
  p_at bigint, p_actor text, p_act text, p_user bigint, p_ref text, p_reason text default ''
) returns bigint language plpgsql security definer as $$
declare
  head operator_log_head;
  made bytea;
begin
  select * into strict head from operator_log_head for update;
  made := sha256(convert_to(concat_ws('|', 'fairtick-operator-1', head.seq + 1, p_at, p_actor, p_act,
    coalesce(p_user::text, ''), p_ref, coalesce(p_reason, ''), encode(head.hash, 'hex')), 'UTF8'));
  insert into operator_log values (head.seq + 1, p_at, p_actor, p_act, p_user, p_ref,
    coalesce(p_reason, ''), head.hash, made);
  update operator_log_head set seq = head.seq + 1, hash = made;
  return head.seq + 1;
end $$;

-- For documents: TG_ARGV[0] the first status, [1] the moves as 'a>b c>d', [2] the columns that a move may change.
create function follow_states() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception '% are never deleted', tg_table_name using errcode = 'FT900';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> tg_argv[0] then
      raise exception '% begin as %', tg_table_name, tg_argv[0] using errcode = 'FT902';
    end if;
    return new;
  end if;
  if to_jsonb(new) - string_to_array(tg_argv[2], ' ')
    is distinct from to_jsonb(old) - string_to_array(tg_argv[2], ' ') then
    raise exception 'terms of % % are frozen', tg_table_name, old.id using errcode = 'FT900';
  end if;
  if not (old.status || '>' || new.status = any (string_to_array(tg_argv[1], ' '))) then
    raise exception '% % cannot go from % to %', tg_table_name, old.id, old.status, new.status
      using errcode = 'FT902';
  end if;
  return new;
end $$;

create table deposits (
  id bigint generated always as identity (start with 500001) primary key,
  user_id bigint not null references users (id),
  method text not null,
  amount bigint not null check (amount > 0),
  -- A photo (0007); null: none was sent.
  proof bigint,
  status text not null,
  created_at bigint not null,
  review_at bigint,
  decided_at bigint,
  reviewer text,
  reason text,
  check ((decided_at is not null) = (status in ('approved', 'rejected', 'cancelled'))),
  check ((reason is not null) = (status = 'rejected'))
);
create index deposits_by_user on deposits (user_id, id desc);
create index deposits_waiting on deposits (id) where status in ('submitted', 'review');
create trigger deposits_states before insert or update or delete on deposits
  for each row execute function follow_states('submitted',
    'submitted>review submitted>cancelled review>approved review>rejected',
    'status review_at decided_at reviewer reason');
create trigger deposits_no_truncate before truncate on deposits execute function refuse_change();

create table withdrawals (
  id bigint generated always as identity (start with 700001) primary key,
  user_id bigint not null references users (id),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  -- The payout account (0007) as it was then; the masked parts are kept for showing.
  payout_account bigint not null,
  destination_kind text not null,
  destination_bank text not null,
  destination_number text not null,
  status text not null,
  created_at bigint not null,
  review_at bigint,
  decided_at bigint,
  sent_at bigint,
  done_at bigint,
  reviewer text,
  reason text,
  check ((decided_at is null) = (status in ('requested', 'review'))),
  check ((reason is not null) = (status in ('rejected', 'bounced')))
);
create index withdrawals_by_user on withdrawals (user_id, id desc);
create index withdrawals_waiting on withdrawals (id)
  where status in ('requested', 'review', 'approved', 'paying');
create trigger withdrawals_states before insert or update or delete on withdrawals
  for each row execute function follow_states('requested',
    'requested>review requested>cancelled review>cancelled review>approved review>rejected '
    'approved>paying paying>paid paying>bounced',
    'status review_at decided_at sent_at done_at reviewer reason');
create trigger withdrawals_no_truncate before truncate on withdrawals
  execute function refuse_change();

-- The caller holds the user's mutex in all that follows. FT409: the code, with its parameters as JSON in the detail.
create function utc_day_start_ms(p_at bigint) returns bigint language sql immutable as $$
  select p_at - p_at % 86400000
$$;

create function open_deposit(
  p_user bigint, p_method text, p_amount bigint, p_proof bigint, p_at bigint,
  p_max_in_review int, p_daily int
) returns deposits language plpgsql security definer as $$
declare
  made deposits;
begin
  if (select count(*) from deposits
      where user_id = p_user and status in ('submitted', 'review')) >= p_max_in_review then
    raise exception 'too_many_in_review' using errcode = 'FT409',
      detail = json_build_object('limit', p_max_in_review);
  end if;
  if (select count(*) from deposits
      where user_id = p_user and created_at >= utc_day_start_ms(p_at)) >= p_daily then
    raise exception 'daily_count_reached' using errcode = 'FT409',
      detail = json_build_object('limit', p_daily, 'resetsAt', utc_day_start_ms(p_at) + 86400000);
  end if;
  insert into deposits (user_id, method, amount, proof, status, created_at)
    values (p_user, p_method, p_amount, p_proof, 'submitted', p_at) returning * into made;
  return made;
end $$;

-- p_actor null: the user cancels. Approval puts the money on the account.
create function move_deposit(
  p_id bigint, p_to text, p_actor text, p_reason text, p_at bigint
) returns deposits language plpgsql security definer as $$
declare
  d deposits;
begin
  select * into strict d from deposits where id = p_id for update;
  if not ((d.status, p_to) in (('submitted', 'review'), ('submitted', 'cancelled'),
      ('review', 'approved'), ('review', 'rejected'))) or (p_actor is null) <> (p_to = 'cancelled') then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', d.status);
  end if;
  update deposits set status = p_to, reviewer = coalesce(p_actor, reviewer), reason = p_reason,
    review_at = case when p_to = 'review' then p_at else review_at end,
    decided_at = case when p_to = 'review' then null else p_at end
  where id = p_id returning * into d;
  if p_to = 'approved' then
    perform post(array['deposit'], array[d.id::text], array[d.user_id], array[1, 1],
      array[4, user_account(d.user_id, 'cash')], array[-d.amount, d.amount]);
  end if;
  if p_actor is not null then
    perform log_act(p_at, p_actor, 'deposit_' || case p_to
      when 'review' then 'review' when 'approved' then 'approve' else 'reject' end,
      d.user_id, d.id::text, p_reason);
  end if;
  return d;
end $$;

-- Holds the whole amount. p_withdrawal: user_id, amount, fee, payout_account, destination_*, created_at.
create function open_withdrawal(p_withdrawal jsonb, p_max_in_review int, p_daily int)
returns withdrawals language plpgsql security definer as $$
declare
  w withdrawals := jsonb_populate_record(null::withdrawals, p_withdrawal);
  day_start bigint := utc_day_start_ms(w.created_at);
  available bigint;
begin
  if (select count(*) from withdrawals where user_id = w.user_id
      and status in ('requested', 'review', 'approved', 'paying')) >= p_max_in_review then
    raise exception 'too_many_in_review' using errcode = 'FT409',
      detail = json_build_object('limit', p_max_in_review);
  end if;
  if (select count(*) from withdrawals where user_id = w.user_id and created_at >= day_start)
      >= p_daily then
    raise exception 'daily_count_reached' using errcode = 'FT409',
      detail = json_build_object('limit', p_daily, 'resetsAt', day_start + 86400000);
  end if;
  select balance into strict available from accounts where id = user_account(w.user_id, 'cash');
  if available < w.amount then
    raise exception 'available_too_low' using errcode = 'FT409', detail = money_text(available);
  end if;
  insert into withdrawals (user_id, amount, fee, payout_account, destination_kind,
      destination_bank, destination_number, status, created_at)
    values (w.user_id, w.amount, w.fee, w.payout_account, w.destination_kind,
      w.destination_bank, w.destination_number, 'requested', w.created_at)
    returning * into w;
  perform post(array['withdrawal_hold'], array[w.id::text], array[w.user_id], array[1, 1],
    array[user_account(w.user_id, 'cash'), user_account(w.user_id, 'withdrawal_hold')],
    array[-w.amount, w.amount]);
  return w;
end $$;

-- p_actor null: the user cancels. A refusal releases the hold, an approval takes it for the payout, a bounce gives
-- all of it back, the fee too.
create function move_withdrawal(
  p_id bigint, p_to text, p_actor text, p_reason text, p_at bigint
) returns withdrawals language plpgsql security definer as $$
declare
  w withdrawals;
  cash bigint;
  hold bigint;
begin
  select * into strict w from withdrawals where id = p_id for update;
  if not ((w.status, p_to) in (('requested', 'review'), ('requested', 'cancelled'),
      ('review', 'cancelled'), ('review', 'approved'), ('review', 'rejected'),
      ('approved', 'paying'), ('paying', 'paid'), ('paying', 'bounced')))
      or (p_actor is null) <> (p_to = 'cancelled') then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', w.status);
  end if;
  update withdrawals set status = p_to, reviewer = coalesce(p_actor, reviewer), reason = p_reason,
    review_at = case when p_to = 'review' then p_at else review_at end,
    decided_at = case when p_to in ('approved', 'rejected', 'cancelled') then p_at else decided_at end,
    sent_at = case when p_to = 'paying' then p_at else sent_at end,
    done_at = case when p_to in ('paid', 'bounced') then p_at else done_at end
  where id = p_id returning * into w;
  cash := user_account(w.user_id, 'cash');
  hold := user_account(w.user_id, 'withdrawal_hold');
  if p_to in ('rejected', 'cancelled') then
    perform post(array['withdrawal_release'], array[w.id::text], array[w.user_id], array[1, 1],
      array[cash, hold], array[w.amount, -w.amount]);
  elsif p_to = 'approved' and w.fee > 0 then
    perform post(array['withdrawal_pay'], array[w.id::text], array[w.user_id], array[1, 1, 1],
      array[hold, 5, 3], array[-w.amount, w.amount - w.fee, w.fee]);
  elsif p_to = 'approved' then
    perform post(array['withdrawal_pay'], array[w.id::text], array[w.user_id], array[1, 1],
      array[hold, 5], array[-w.amount, w.amount]);
  elsif p_to = 'bounced' and w.fee > 0 then
    perform post(array['withdrawal_refund'], array[w.id::text], array[w.user_id], array[1, 1, 1],
      array[cash, 5, 3], array[w.amount, w.fee - w.amount, -w.fee]);
  elsif p_to = 'bounced' then
    perform post(array['withdrawal_refund'], array[w.id::text], array[w.user_id], array[1, 1],
      array[cash, 5], array[w.amount, -w.amount]);
  end if;
  if p_actor is not null then
    perform log_act(p_at, p_actor, 'withdrawal_' || case p_to
      when 'approved' then 'approve' when 'rejected' then 'reject' when 'paying' then 'pay'
      when 'paid' then 'sent' when 'bounced' then 'bounce' else p_to end,
      w.user_id, w.id::text, p_reason);
  end if;
  return w;
end $$;
