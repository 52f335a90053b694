-- Deposits, withdrawals and verifications: opening one and moving it between its states.

-- Trigger for documents. TG_ARGV[0]: the first status; [1]: the allowed moves as 'a>b c>d'; [2]: the columns that
-- a move may change; [3]: of a closed account, the columns that are emptied, or `delete`.
create or replace function follow_states() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and tg_nargs > 3 then
    if is_closed(old.user_id) then
      if tg_op = 'DELETE' and tg_argv[3] = 'delete' then return old; end if;
      if tg_op = 'UPDATE' and to_jsonb(new) - string_to_array(tg_argv[3], ' ')
        = to_jsonb(old) - string_to_array(tg_argv[3], ' ') then return new; end if;
    end if;
  end if;
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

-- Stores a deposit for review, after the user's own pause and daily limit; rejected and cancelled deposits do not
-- count towards that limit. The caller holds the user's mutex.
create or replace function open_deposit(
  p_user bigint, p_method text, p_amount bigint, p_proof bigint, p_at bigint,
  p_max_in_review int, p_daily int
) returns deposits language plpgsql security definer as $$
declare
  own record;
  room bigint;
  made deposits;
begin
  perform refuse_frozen('user', p_user, p_user);
  select * into strict own from own_limits_at(p_user, p_at);
  if own.paused_until is not null then
    raise exception 'trading_paused' using errcode = 'FT409',
      detail = json_build_object('until', own.paused_until);
  end if;
  if own.daily_deposit is not null then
    select own.daily_deposit - coalesce(sum(amount), 0) into room from deposits
      where user_id = p_user and created_at >= utc_day_start_ms(p_at)
        and status in ('submitted', 'review', 'approved');
    if p_amount > room then
      raise exception 'own_deposit_limit' using errcode = 'FT409', detail = json_build_object(
        'limit', money_text(own.daily_deposit), 'left', money_text(greatest(0, room)),
        'resetsAt', utc_day_start_ms(p_at) + 86400000);
    end if;
  end if;
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

-- What one operator alone approved, or recorded as returned, for a user in the 24 hours before p_at.
create or replace function decided_alone(p_step money_proposals, p_user bigint) returns bigint
language sql stable as $$
  select coalesce(sum(d.amount), 0)::bigint
  from (
    select 'deposit' as document, id, 'approve' as step, amount, decided_at as at, reviewer
    from deposits where user_id = p_user and status = 'approved'
    union all
    select 'withdrawal', id, 'approve', amount, decided_at, reviewer
    from withdrawals where user_id = p_user and status in ('approved', 'paying', 'paid', 'bounced')
    union all
    select 'withdrawal', id, 'bounce', amount, done_at, reviewer
    from withdrawals where user_id = p_user and status = 'bounced'
  ) d
  where d.document = p_step.document and d.step = p_step.step and d.id <> p_step.document_id
    and d.at > p_step.proposed_at - 86400000 and d.reviewer <> 'practice-reviewer'
    and not exists (select 1 from money_proposals p
      where p.document = d.document and p.document_id = d.id and p.step = d.step)
$$;

-- Whether a step of a large amount waits for a second operator. The amounts that one operator alone decided for the same
-- user within a day count towards it, so that a large one cannot be split. The first operator's step is stored as a
-- proposal. Raises FT409 same_operator if the one who proposed it repeats it. The practice reviewer proposes nothing.
create or replace function waits_for_second(p_step money_proposals, p_user bigint, p_amount bigint)
returns boolean language plpgsql as $$
declare
  above bigint;
  first money_proposals;
begin
  above := (select second_above from act_rules);
  if p_step.proposed_by = 'practice-reviewer' or above is null then return false; end if;
  if p_amount <= above and p_amount + decided_alone(p_step, p_user) <= above then return false; end if;
  select * into first from money_proposals
    where document = p_step.document and document_id = p_step.document_id and step = p_step.step;
  if not found then
    insert into money_proposals (document, document_id, step, reason, proposed_by, proposed_at)
      values (p_step.document, p_step.document_id, p_step.step, p_step.reason, p_step.proposed_by, p_step.proposed_at);
    perform log_act(p_step.proposed_at, p_step.proposed_by, p_step.document || '_propose'
      || case p_step.step when 'bounce' then '_bounce' else '' end, p_user, p_step.document_id::text, p_step.reason);
    return true;
  end if;
  if first.proposed_by = p_step.proposed_by then
    raise exception 'same_operator' using errcode = 'FT409';
  end if;
  update money_proposals set confirmed_by = p_step.proposed_by, confirmed_at = p_step.proposed_at
    where id = first.id;
  return false;
end $$;

-- Moves a deposit to p_to. p_actor: the operator, whose session has the secret, or null when the user cancels. Approval
-- credits the amount. A large approval that waits for a second operator leaves the deposit as it is.
create or replace function move_deposit(
  p_id bigint, p_to text, p_actor text, p_secret text, p_reason text, p_at bigint
) returns deposits language plpgsql security definer as $$
declare
  d deposits;
begin
  if p_actor is not null then perform require_actor(p_actor, p_secret, p_at); end if;
  select * into strict d from deposits where id = p_id for update;
  perform refuse_frozen('deposit', p_id, d.user_id);
  if not ((d.status, p_to) in (('submitted', 'review'), ('submitted', 'cancelled'),
      ('review', 'approved'), ('review', 'rejected'))) or (p_actor is null) <> (p_to = 'cancelled') then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', d.status);
  end if;
  if p_to = 'approved' and waits_for_second(
      row(null, 'deposit', d.id, 'approve', null, p_actor, p_at, null, null)::money_proposals, d.user_id, d.amount) then
    return d;
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

-- Raises FT409 while withdrawals of a user are held, after a change of the payout account or of the second factors.
create or replace function require_no_hold(p_user bigint, p_at bigint) returns void language plpgsql as $$
declare
  latest bigint := greatest(
    (select held_until from payout_accounts where user_id = p_user and replaced_at is null),
    (select max(until) from withdrawal_holds where user_id = p_user));
begin
  if latest > p_at then
    raise exception 'withdrawals_on_hold' using errcode = 'FT409', detail = json_build_object('until', latest);
  end if;
end $$;

-- Raises FT409 if a user has second factors on and brings no proof of one of them: a code, or the answer of a registered
-- passkey, whose use (use_factor) was stored within the minute. A use proves one withdrawal.
create or replace function require_proof(p_user bigint, p_proof jsonb, p_at bigint) returns void language plpgsql as $$
declare
  kind text := p_proof ->> 'kind';
  methods text[] := array_remove(array[
    case when exists (select 1 from totp_factors where user_id = p_user and confirmed_at is not null) then 'totp' end,
    case when exists (select 1 from passkeys where user_id = p_user) then 'passkey' end], null);
begin
  if cardinality(methods) > 0
    and coalesce(case kind when 'recovery' then 'totp' else kind end, '') <> all (methods)
    or kind = 'passkey' and not exists (select 1 from passkeys where user_id = p_user and id = p_proof ->> 'keyId'
      and public_key = decode(p_proof ->> 'publicKey', 'hex'))
    or p_proof is not null and not exists (select 1 from act_proofs u
      where u.id = (p_proof ->> 'use')::bigint and u.act = 'factor' and u.owner_id = p_user
        and u.at between p_at - 60000 and p_at + 60000
        and (u.kind, u.code, u.challenge)
          is not distinct from (p_proof ->> 'kind', p_proof ->> 'code', p_proof ->> 'challenge')) then
    raise exception 'factor_required' using errcode = 'FT409',
      detail = json_build_object('methods', array_to_string(methods, ','));
  end if;
end $$;

-- Stores a withdrawal to the user's current payout account and holds its whole amount. p_withdrawal: user_id, amount,
-- fee, payout_account, destination_*, created_at. p_proof: of a second factor, null if none is on (see keep_proof).
create or replace function open_withdrawal(p_withdrawal jsonb, p_max_in_review int, p_daily int, p_proof jsonb)
returns withdrawals language plpgsql security definer as $$
declare
  w withdrawals := jsonb_populate_record(null::withdrawals, p_withdrawal);
  day_start bigint := utc_day_start_ms(w.created_at);
  available bigint;
begin
  perform refuse_restored();
  perform require_present(w.created_at);
  perform require_no_hold(w.user_id, w.created_at);
  perform require_proof(w.user_id, p_proof, w.created_at);
  if not exists (select 1 from payout_accounts p where p.id = w.payout_account and p.user_id = w.user_id
      and p.replaced_at is null and (p.kind, p.bank, p.number_mask)
        = (w.destination_kind, w.destination_bank, w.destination_number)) then
    raise exception 'not the payout account of user %', w.user_id using errcode = 'FT903';
  end if;
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
  if p_proof is not null then
    perform keep_proof('withdrawal', w.id, w.user_id, w.created_at, p_proof);
  end if;
  return w;
end $$;

-- Moves a withdrawal to p_to. p_actor: as in move_deposit. A rejection or cancellation releases the hold, an approval
-- takes it for the payout, and a bounce returns all of it, including the fee. A large approval or bounce that waits for
-- a second operator leaves the withdrawal as it is.
create or replace function move_withdrawal(
  p_id bigint, p_to text, p_actor text, p_secret text, p_reason text, p_at bigint
) returns withdrawals language plpgsql security definer as $$
declare
  w withdrawals;
  cash bigint;
  hold bigint;
begin
  if p_actor is not null then perform require_actor(p_actor, p_secret, p_at); end if;
  select * into strict w from withdrawals where id = p_id for update;
  perform refuse_frozen('withdrawal', p_id, w.user_id);
  if not ((w.status, p_to) in (('requested', 'review'), ('requested', 'cancelled'),
      ('review', 'cancelled'), ('review', 'approved'), ('review', 'rejected'),
      ('approved', 'paying'), ('paying', 'paid'), ('paying', 'bounced')))
      or (p_actor is null) <> (p_to = 'cancelled') then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', w.status);
  end if;
  if p_to in ('approved', 'paying') then
    perform refuse_restored();
    -- What was asked for before a lock may be what the lock is for.
    perform refuse_locked(w.user_id);
  end if;
  if p_to in ('approved', 'bounced') and waits_for_second(
      row(null, 'withdrawal', w.id, case p_to when 'approved' then 'approve' else 'bounce' end, p_reason, p_actor, p_at,
        null, null)::money_proposals, w.user_id, w.amount) then
    return w;
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

-- Moves a verification to p_to. p_actor: the operator who decides.
create or replace function move_verification(
  p_id bigint, p_to text, p_actor text, p_secret text, p_reason text, p_at bigint, p_photos_until bigint
) returns verifications language plpgsql security definer as $$
declare
  v verifications;
begin
  perform require_actor(p_actor, p_secret, p_at);
  select * into strict v from verifications where id = p_id for update;
  perform refuse_frozen('verification', p_id, v.user_id);
  if v.status <> 'verifying' then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', v.status);
  end if;
  update verifications set status = p_to, reviewer = p_actor, reason = p_reason, decided_at = p_at,
    photos_until = p_photos_until
  where id = p_id returning * into v;
  perform log_act(p_at, p_actor, 'verification_' || case p_to
    when 'verified' then 'approve' else 'reject' end, v.user_id, v.id::text, p_reason);
  return v;
end $$;
