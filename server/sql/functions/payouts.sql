-- Where withdrawals are paid to: payout accounts, their changes by two operators, and holds.

-- Stores the first payout account of a user. The database refuses a second one: only operators change it.
create or replace function set_payout_account(p_account jsonb, p_secret text) returns bigint
language plpgsql security definer as $$
declare
  a payout_accounts := jsonb_populate_record(null::payout_accounts,
    p_account || jsonb_build_object('form_sealed', '\x' || (p_account ->> 'form_sealed')));
begin
  perform require_present(a.set_at);
  perform require_session(a.user_id, p_secret, a.set_at);
  if exists (select 1 from payout_accounts where user_id = a.user_id) then
    raise exception 'payout_account_set' using errcode = 'FT409';
  end if;
  insert into payout_accounts (user_id, kind, nationality, key_id, form_sealed, holder_mask, bank, number_mask,
      address_mask, set_at)
    values (a.user_id, a.kind, a.nationality, a.key_id, a.form_sealed, a.holder_mask, a.bank, a.number_mask,
      a.address_mask, a.set_at)
    returning id into a.id;
  return a.id;
end $$;

-- Stores an operator's proposal of another payout account. p_change: user_id, key_id, form_sealed, why, proposed_at.
create or replace function propose_payout_change(p_actor text, p_secret text, p_change jsonb)
returns payout_changes language plpgsql security definer as $$
declare
  c payout_changes := jsonb_populate_record(null::payout_changes,
    p_change || jsonb_build_object('form_sealed', '\x' || (p_change ->> 'form_sealed')));
begin
  perform require_actor(p_actor, p_secret, c.proposed_at);
  perform refuse_frozen(null, null, c.user_id);
  insert into payout_changes (user_id, key_id, form_sealed, why, status, proposed_by, proposed_at)
    values (c.user_id, c.key_id, c.form_sealed, c.why, 'proposed', p_actor, c.proposed_at) returning * into c;
  perform log_act(c.proposed_at, p_actor, 'payout_change_propose', c.user_id, c.id::text);
  return c;
end $$;

-- Approves or rejects a proposal. A second operator approves it; apply_payout_change then sets the account.
create or replace function move_payout_change(
  p_id bigint, p_to text, p_actor text, p_secret text, p_reason text, p_at bigint
) returns payout_changes language plpgsql security definer as $$
declare
  c payout_changes;
begin
  perform require_actor(p_actor, p_secret, p_at);
  select * into strict c from payout_changes where id = p_id for update;
  perform refuse_frozen(null, null, c.user_id);
  if c.status <> 'proposed' then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', c.status);
  end if;
  if p_to = 'approved' and c.proposed_by = p_actor then
    raise exception 'same_operator' using errcode = 'FT409';
  end if;
  update payout_changes set status = p_to, decided_by = p_actor, decided_at = p_at
    where id = p_id returning * into c;
  perform log_act(p_at, p_actor, 'payout_change_' || case p_to when 'approved' then 'approve' else 'reject' end,
    c.user_id, c.id::text, p_reason);
  return c;
end $$;

-- Sets the account of an approved change in place of the current one, once. Withdrawals are held for 48 hours, so that
-- the owner can object. p_masks: what of the sealed form stays readable.
create or replace function apply_payout_change(p_id bigint, p_masks jsonb) returns void
language plpgsql security definer as $$
declare
  c payout_changes;
  m payout_accounts := jsonb_populate_record(null::payout_accounts, p_masks);
begin
  select * into strict c from payout_changes where id = p_id;
  if c.status <> 'approved' or exists (select 1 from payout_accounts where form_sealed = c.form_sealed) then
    raise exception 'payout change % is not to be applied', p_id using errcode = 'FT903';
  end if;
  update payout_accounts set replaced_at = c.decided_at where user_id = c.user_id and replaced_at is null;
  insert into payout_accounts (user_id, kind, nationality, key_id, form_sealed, holder_mask, bank, number_mask,
      address_mask, set_at, held_until)
    values (c.user_id, m.kind, m.nationality, c.key_id, c.form_sealed, m.holder_mask, m.bank, m.number_mask,
      m.address_mask, c.decided_at, c.decided_at + 172800000);
end $$;

-- Holds the withdrawals of a user for 48 hours from the moment at which a second factor was added, which the stored
-- factor has: an authenticator app, or the passkey p_passkey. Once per factor and moment; no hold is lifted. A factor
-- that is dated over a day after the newest checkpoint holds nothing.
create or replace function hold_for_factor(p_user bigint, p_passkey text) returns void
language plpgsql security definer as $$
declare
  added bigint := case when p_passkey is null
    then (select confirmed_at from totp_factors where user_id = p_user)
    else (select created_at from passkeys where user_id = p_user and id = p_passkey) end;
begin
  if added is null or added > (select time_ms from checkpoints order by number desc limit 1) + 86400000 then
    raise exception 'no factor was added' using errcode = 'FT903';
  end if;
  perform require_present(added);
  insert into withdrawal_holds (user_id, since, until, factor)
    values (p_user, added, added + 172800000, coalesce(p_passkey, 'totp ' || added));
end $$;
