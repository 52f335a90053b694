-- The events of the outbox: what users' pages are told. Each is what the database has of its row, in the shape of the
-- contract, so that no caller chooses its words. Run at every start.

-- The key `frozen` of an order or document; no key if no check ever found a fault.
create or replace function frozen_key(p_scope text, p_subject bigint) returns jsonb language sql stable as $$
  select coalesce((select jsonb_build_object('frozen', jsonb_build_object('since', z.since, 'end',
      case when z.ended_at is not null then
        jsonb_build_object('at', z.ended_at, 'amount', money_text(z.amount)) end))
    from frozen z where z.scope = p_scope and z.subject = p_subject order by z.id desc limit 1), '{}')
$$;

-- A record of the price log in an order; null before there is one.
create or replace function order_spot(p_seq bigint, p_time bigint, p_price bigint) returns jsonb
language sql immutable as $$
  select case when p_seq is not null and p_time is not null and p_price is not null then
    jsonb_build_object('seq', p_seq, 'timeMs', p_time, 'price', p_price) end
$$;

-- An order (contract/order.ts).
create or replace function told_order(p_user bigint, p_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', o.id::text, 'symbol', p.symbol, 'direction', o.direction,
      'stake', money_text(o.stake), 'payoutRate', o.payout_rate, 'payout', money_text(o.payout),
      'durationMs', o.duration_ms, 'acceptedAt', o.accepted_at, 'expiresAt', o.expires_at, 'termsId', o.terms_id,
      'ruleVersion', o.rule_version, 'source', o.source, 'status', o.status,
      'entry', order_spot(o.entry_seq, o.entry_time, o.entry_price),
      'exit', order_spot(s.exit_seq, s.exit_time, s.exit_price), 'settledAt', s.settled_at,
      'voidReason', s.void_reason, 'profitAndLoss', money_text(s.profit_and_loss))
    || case when o.starts_at is null then '{}' else jsonb_build_object('startsAt', o.starts_at) end
    || frozen_key('order', o.id)
  from orders o join products p on p.id = o.product_id left join settlements s on s.order_id = o.id
  where o.id = p_id and o.user_id = p_user
$$;

-- A deposit, and a withdrawal (contract/cashier.ts).
create or replace function told_deposit(p_user bigint, p_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', d.id::text, 'method', d.method, 'amount', money_text(d.amount), 'status', d.status,
      'hasProof', d.proof is not null, 'createdAt', d.created_at, 'reviewAt', d.review_at, 'decidedAt', d.decided_at,
      'reviewer', d.reviewer, 'reason', d.reason) || frozen_key('deposit', d.id)
  from deposits d where d.id = p_id and d.user_id = p_user
$$;
create or replace function told_withdrawal(p_user bigint, p_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', w.id::text, 'amount', money_text(w.amount), 'fee', money_text(w.fee),
      'net', money_text(w.amount - w.fee), 'destination', jsonb_build_object('kind', w.destination_kind,
        'bank', w.destination_bank, 'number', w.destination_number),
      'status', w.status, 'createdAt', w.created_at, 'reviewAt', w.review_at, 'decidedAt', w.decided_at,
      'sentAt', w.sent_at, 'doneAt', w.done_at, 'reviewer', w.reviewer, 'reason', w.reason)
    || frozen_key('withdrawal', w.id)
  from withdrawals w where w.id = p_id and w.user_id = p_user
$$;

-- A price alert (contract/alerts.ts).
create or replace function told_alert(p_user bigint, p_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', a.id::text, 'symbol', p.symbol, 'direction', a.direction, 'price', a.price,
    'status', a.status, 'createdAt', a.created_at, 'hit', case when a.hit_seq is not null then
      jsonb_build_object('seq', a.hit_seq, 'at', a.hit_at, 'price', a.hit_price) end, 'endedAt', a.ended_at)
  from price_alerts a join products p on p.id = a.product_id where a.id = p_id and a.user_id = p_user
$$;

-- A message (contract/messages.ts); without an id, what the user has read.
create or replace function told_message(p_user bigint, p_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', m.id::text, 'kind', m.kind, 'params', m.params, 'sentAt', m.sent_at,
      'readAt', m.read_at) || case when a.texts is null then '{}' else jsonb_build_object('texts', a.texts) end
  from messages m left join announcements a on a.id = m.announcement_id
  where m.id = p_id and m.user_id = p_user
  union all
  (select jsonb_build_object('unread', (select count(*) from messages where user_id = p_user and read_at is null),
    'readUpTo', m.id::text, 'readAt', m.read_at)
  from messages m where p_id is null and m.user_id = p_user and m.read_at is not null order by m.id desc limit 1)
$$;

-- A message of customer service (contract/support.ts); without an id, the marks of the conversation.
create or replace function told_support(p_user bigint, p_id bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('id', m.id::text, 'author', m.author, 'operator', m.operator, 'text', m.text,
      'photo', m.photo_id::text, 'about', case when m.about_kind is not null then
        jsonb_build_object('kind', m.about_kind, 'id', m.about_id::text) end,
      'question', m.question, 'answer', m.answer, 'sentAt', m.sent_at, 'key', m.intent_key)
    || case when exists (select from photos p where p.id = m.photo_id and p.deleted_at is not null)
      then '{"photoExpired": true}' else '{}'::jsonb end
  from support_messages m where m.id = p_id and m.user_id = p_user
  union all
  select jsonb_build_object('userDelivered', t.user_delivered::text, 'userRead', t.user_read::text,
    'staffDelivered', t.staff_delivered::text, 'staffRead', t.staff_read::text,
    'unread', (select count(*) from support_messages m
      where m.user_id = p_user and m.author <> 'user' and m.id > t.user_read))
  from support_threads t where p_id is null and t.user_id = p_user
$$;

-- The limits that a user has set (contract/limits.ts), as they are at p_at.
create or replace function told_limits(p_user bigint, p_at bigint) returns jsonb language sql stable as $$
  with mine as (
    select kind, case when next_at <= p_at then next_value else value end as value,
      case when next_at > p_at then next_value end as next_value, case when next_at > p_at then next_at end as next_at
    from own_limits where user_id = p_user
    union all
    select 'exclusion', guest_paused_until(p_user, p_at), null, null where is_guest(p_user)
  ), shown as (
    select k.kind, k.place, m.next_at,
      case when k.money then to_jsonb(money_text(m.value)) else to_jsonb(m.value) end as value,
      case when k.money then to_jsonb(money_text(m.next_value)) else to_jsonb(m.next_value) end as next_value
    from (values ('stake', 1, true), ('daily_loss', 2, true), ('daily_deposit', 3, true), ('open_positions', 4, false),
      ('session_minutes', 5, false)) k (kind, place, money) left join mine m on m.kind = k.kind
  )
  select jsonb_build_object('version', (select coalesce(max(id), 0) from own_limit_changes where user_id = p_user),
      'time_out', (select value from mine where kind = 'time_out'),
      'exclusion', (select max(value) from mine where kind = 'exclusion'))
    || (select jsonb_object_agg(kind, jsonb_build_object('value', value, 'pending', case when next_at is not null then
      jsonb_build_object('value', next_value, 'at', next_at) end)) from shown)
$$;

-- A user's state in the fund (contract/fund.ts) at p_at. Counts follow the calendar, so a day that the job has not
-- started yet has new ones. The limits are those of server/fund/limits.ts.
create or replace function told_fund(p_user bigint, p_at bigint) returns jsonb language sql stable as $$
  with balance as (
    select pending.balance as pending, confirmed.balance as confirmed,
      (select coalesce(sum(amount), 0)::bigint from fund_redemptions
        where user_id = p_user and status = 'requested') as redeeming
    from accounts pending join accounts confirmed on confirmed.id = user_account(p_user, 'fund_confirmed')
    where pending.id = user_account(p_user, 'fund_pending')
  ), kept as (
    select coalesce(f.version, 0) as version, coalesce(f.carry, 0) as carry, coalesce(f.income, 0) as income,
      (f.opened_through >= fund_day(p_at)) is true as is_open, f.income_today, f.subscriptions, f.redemptions,
      f.instant, greatest(f.opened_through, fund_day(p_at)) as day
    from (select p_user as id) u left join fund_accounts f on f.user_id = u.id
  ), today as (
    select case when is_open then income_today else 0 end as income,
      case when is_open then subscriptions else 0 end as subscriptions,
      case when is_open then redemptions else 0 end as redemptions, case when is_open then instant else 0 end as instant
    from kept
  )
  select jsonb_build_object('version', k.version, 'total', money_text(b.pending + b.confirmed),
    'confirmed', money_text(b.confirmed), 'pending', money_text(b.pending), 'redeeming', money_text(b.redeeming),
    'redeemable', money_text(b.confirmed - b.redeeming),
    'income', jsonb_build_object('today', money_text(t.income), 'total', money_text(k.income), 'carry', k.carry),
    'subscriptions', jsonb_build_object('limit', 10, 'remaining', greatest(0, 10 - t.subscriptions)),
    'redemptions', jsonb_build_object('limit', 5, 'remaining', greatest(0, 5 - t.redemptions),
      'instantRemaining', money_text(greatest(0, 1000000 - t.instant))),
    'resetsAt', fund_day_start(k.day + 1),
    'pendingLots', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id::text, 'kind', l.kind,
        'amount', money_text(l.amount), 'remaining', money_text(l.remaining), 'status', l.status,
        'createdAt', l.created_at, 'tradeDay', l.trade_day, 'cancellableUntil', l.cancellable_until,
        'confirmDay', l.confirm_day, 'confirmsAt', fund_day_start(l.confirm_day), 'confirmedAt', l.confirmed_at,
        'endedAt', l.ended_at) order by l.id), '[]')
      from fund_lots l where l.user_id = p_user and l.status = 'pending'),
    'pendingRedemptions', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id::text,
        'amount', money_text(r.amount), 'speed', r.speed, 'status', r.status, 'createdAt', r.created_at,
        'tradeDay', r.trade_day, 'cancellableUntil', r.cancellable_until, 'payDay', r.pay_day,
        'paysAt', case r.speed when 'instant' then r.created_at else fund_day_start(r.pay_day) end,
        'endedAt', r.ended_at) order by r.id), '[]')
      from fund_redemptions r where r.user_id = p_user and r.status = 'requested'))
  from balance b, kept k, today t
$$;

-- A phone number that shows its last digits, as rules/masking.ts masks it.
create or replace function masked_phone(p_phone text) returns text language sql immutable as $$
  select case when p_phone = '' then '' else '•••• ' || right(bare, case when length(bare) >= 8 then 4 else 2 end) end
  from (select regexp_replace(p_phone, '[\s\-.()]', '', 'g') as bare) b
$$;

-- A user's profile (contract/profile.ts).
create or replace function told_profile(p_user bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('account', u.account, 'nickname', u.nickname, 'openingCode', u.opening_code,
    'level', 'ordinary', 'createdAt', floor(extract(epoch from u.created_at) * 1000)::bigint, 'guest', false,
    'version', u.profile_version, 'phone', masked_phone(u.phone),
    'verification', jsonb_build_object('status', coalesce(v.status, 'none'), 'name', v.name_mask,
      'nationality', v.nationality, 'idNumber', v.id_number_mask, 'submittedAt', v.submitted_at,
      'decidedAt', v.decided_at, 'reviewer', v.reviewer, 'reason', v.reason, 'photosUntil',
      case when exists (select from photos p where p.id in (v.front_photo, v.back_photo) and p.deleted_at is null)
        then v.photos_until end),
    'payoutAccount', (select jsonb_build_object('kind', a.kind, 'holder', a.holder_mask,
        'nationality', a.nationality, 'bank', a.bank, 'number', a.number_mask, 'address', a.address_mask,
        'setAt', a.set_at, 'heldUntil', greatest(a.held_until,
          (select max(until) from withdrawal_holds h where h.user_id = u.id)))
      from payout_accounts a where a.user_id = u.id and a.replaced_at is null),
    'factors', jsonb_build_object('totp', exists (select from totp_factors t
        where t.user_id = u.id and t.confirmed_at is not null), 'atLogIn', u.factor_at_log_in,
      'recoveryCodesLeft', (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null),
      'passkeys', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'createdAt', k.created_at,
          'lastUsedAt', k.last_used_at, 'removalAt', k.removal_at) order by k.created_at, k.id), '[]')
        from passkeys k where k.user_id = u.id)),
    'completedPayouts', (select count(*) from withdrawals w where w.user_id = u.id and w.status = 'paid'),
    'invited', (select count(*) from users i where i.invited_by = u.id), 'safetyWord', u.safety_word)
  from users u left join lateral (select * from verifications x where x.user_id = u.id order by x.id desc limit 1) v
    on true
  where u.id = p_user
$$;

-- Tells users of rows and states that have changed: numbers and stores the events and returns them in order. p_ref: the
-- row of a topic that has rows; null for a state. p_at: the moment of the state. The caller holds the mutexes of all
-- users named.
create or replace function tell_users(p_user bigint[], p_topic text[], p_ref bigint[], p_at bigint[])
returns table (user_id bigint, topic text, seq bigint, payload text) language plpgsql security definer as $$
#variable_conflict use_column
declare
  told text[] := '{}';
  state text;
begin
  for n in 1 .. coalesce(cardinality(p_user), 0) loop
    if p_topic[n] = 'profile' then
      update users set profile_version = profile_version + 1 where id = p_user[n];
    end if;
    state := case p_topic[n]
      when 'balance' then balance_state(p_user[n], p_at[n])
      when 'positions' then told_order(p_user[n], p_ref[n])::text
      when 'deposits' then told_deposit(p_user[n], p_ref[n])::text
      when 'withdrawals' then told_withdrawal(p_user[n], p_ref[n])::text
      when 'alerts' then told_alert(p_user[n], p_ref[n])::text
      when 'messages' then told_message(p_user[n], p_ref[n])::text
      when 'support' then told_support(p_user[n], p_ref[n])::text
      when 'limits' then told_limits(p_user[n], p_at[n])::text
      when 'fund' then told_fund(p_user[n], p_at[n])::text
      when 'profile' then told_profile(p_user[n])::text
    end;
    if state is null then
      raise exception 'user % has no % %', p_user[n], p_topic[n], p_ref[n] using errcode = 'FT903';
    end if;
    told := told || state;
  end loop;
  return query select * from outbox_append(p_user, p_topic, told);
end $$;
