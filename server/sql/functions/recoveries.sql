-- Recovery of accounts: who lost a password or the second factor is compared with the verified identity by two operators.
-- A wait follows, in which the account can veto. The times are those of contract/recovery.ts.

-- Whether a recovery can be asked for: the account has a verified identity, and is not closed.
create or replace function can_recover(p_user bigint) returns boolean language sql stable as $$
  select exists (select from verifications v where v.user_id = p_user and v.status = 'verified')
    and not exists (select from account_closings c where c.user_id = p_user and c.closed_at is not null)
$$;

-- Asks for a recovery. A row without a user is stored for an account that does not exist, is not verified or is closed.
-- p_daily: how many requests of a network are taken per day. Raises FT409 rate_limited, and unavailable at 2,000 per day.
create or replace function ask_recovery(
  p_account text, p_lost text, p_code_hash bytea, p_upload_hash bytea, p_network bytea, p_daily int, p_at bigint
) returns account_recoveries language plpgsql security definer as $$
declare
  r account_recoveries;
  taken bigint[];
begin
  perform require_present(p_at);
  -- One request of a network after the other, so that the count includes all before.
  perform pg_advisory_xact_lock(hashtext('recovery'), hashtext(encode(p_network, 'hex')));
  taken := array(select asked_at from account_recoveries
    where network = p_network and asked_at > p_at - 86400000 order by asked_at desc limit p_daily);
  if cardinality(taken) >= p_daily then
    raise exception 'rate_limited' using errcode = 'FT409',
      detail = json_build_object('retryAfterMs', taken[p_daily] + 86400000 - p_at);
  end if;
  if (select count(*) from account_recoveries where asked_at > p_at - 86400000) >= 2000 then
    raise exception 'unavailable' using errcode = 'FT503';
  end if;
  insert into account_recoveries (user_id, lost, code_hash, upload_hash, network, status, asked_at)
    values ((
      select u.id from users u where u.account_key = lower(p_account) and can_recover(u.id)
    ), p_lost, p_code_hash, p_upload_hash, p_network, 'pictures', p_at)
    returning * into r;
  return r;
end $$;

-- Whether operators review one more request like this: one per network and three per account at a time, and not after
-- three approvals in 30 days.
create or replace function takes_recovery(p_recovery account_recoveries, p_at bigint) returns boolean
language sql stable as $$
  select count(*) filter (where r.status = 'review') < 3
    and count(*) filter (where r.status = 'review' and r.network = p_recovery.network and r.lost = p_recovery.lost) < 1
    and count(*) filter (where r.ready_at is not null and r.decided_at > p_at - 2592000000) < 3
  from account_recoveries r where r.user_id = p_recovery.user_id
$$;

-- Stores a picture of a request whose pictures are awaited. With the second one it goes to the operators. A request
-- without a user, or beyond the limits, lapses instead, which its asker is shown when the time for the review is over.
-- Raises FT409 recovery_unknown, and storage_low if all pictures take more than p_space bytes.
create or replace function store_recovery_picture(
  p_upload text, p_picture text, p_key bytea, p_sealed bytea, p_bytes int, p_space bigint, p_at bigint
) returns account_recoveries language plpgsql security definer as $$
declare
  r account_recoveries;
begin
  perform require_present(p_at);
  select * into r from account_recoveries where upload_hash = sha256(convert_to(p_upload, 'UTF8')) for update;
  if not found or r.status <> 'pictures' or p_at > r.asked_at + 3600000 then
    raise exception 'recovery_unknown' using errcode = 'FT409';
  end if;
  if (select coalesce(sum(bytes), 0) from recovery_pictures where removed_at is null) + p_bytes > p_space then
    raise exception 'storage_low' using errcode = 'FT503';
  end if;
  insert into recovery_pictures as p (recovery_id, picture, bytes, stored_at, key_sealed, sealed)
    values (r.id, p_picture, p_bytes, p_at, p_key, p_sealed)
    on conflict (recovery_id, picture) do update
      set bytes = excluded.bytes, stored_at = p_at, key_sealed = excluded.key_sealed, sealed = excluded.sealed;
  if (select count(*) from recovery_pictures where recovery_id = r.id) < 2 then return r; end if;
  -- One request of an account after the other, because the limits count them.
  perform pg_advisory_xact_lock(hashtext('recovery of'), hashtext(r.user_id::text));
  if r.user_id is not null and takes_recovery(r, p_at) then
    update account_recoveries set status = 'review', review_at = p_at where id = r.id returning * into r;
  else
    update account_recoveries set status = 'lapsed', review_at = p_at, ended_at = p_at where id = r.id returning * into r;
  end if;
  return r;
end $$;

-- Approves or rejects a recovery. The first operator's approval is stored as a proposal, and another operator's starts
-- the wait. The practice reviewer decides none.
create or replace function move_recovery(
  p_id bigint, p_to text, p_actor text, p_secret text, p_reason text, p_at bigint
) returns account_recoveries language plpgsql security definer as $$
declare
  r account_recoveries;
  first text;
begin
  perform require_operator(p_actor, p_secret, p_at);
  select * into strict r from account_recoveries where id = p_id for update;
  perform refuse_frozen(null, null, r.user_id);
  if r.status <> 'review' or p_to not in ('waiting', 'rejected') or p_at >= r.asked_at + 259200000 then
    raise exception 'document_moved_on' using errcode = 'FT409',
      detail = json_build_object('status', case r.status when 'review' then 'lapsed' else r.status end);
  end if;
  if p_to = 'rejected' then
    update account_recoveries set status = 'rejected', decided_by = p_actor, decided_at = p_at, reason = p_reason,
      ended_at = p_at where id = r.id returning * into r;
    perform log_act(p_at, p_actor, 'account_recovery_reject', r.user_id, r.id::text, p_reason);
    return r;
  end if;
  select proposed_by into first from recovery_proposals where recovery_id = r.id;
  if first is null then
    insert into recovery_proposals values (r.id, p_actor, p_at);
    perform log_act(p_at, p_actor, 'account_recovery_propose', r.user_id, r.id::text);
    return r;
  end if;
  if first = p_actor then raise exception 'same_operator' using errcode = 'FT409'; end if;
  if exists (select from account_recoveries where user_id = r.user_id and lost = r.lost
      and status in ('waiting', 'opened')) then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', 'waiting');
  end if;
  update account_recoveries set status = 'waiting', decided_by = p_actor, decided_at = p_at,
    ready_at = p_at + 172800000 where id = r.id returning * into r;
  perform log_act(p_at, p_actor, 'account_recovery_approve', r.user_id, r.id::text);
  return r;
end $$;

-- Until when an approved recovery can still be completed: opened for an hour, otherwise for seven days after the wait.
create or replace function recovery_ends(p_recovery account_recoveries) returns bigint language sql immutable as $$
  select case p_recovery.status when 'opened' then p_recovery.opened_at + 3600000
    when 'waiting' then p_recovery.ready_at + 604800000 end
$$;

-- Ends all approved recoveries of a user by a veto, and locks the account. First approvals of other requests are removed,
-- so that two operators decide who know of the veto. Returns the sessions that ended.
create or replace function end_by_veto(p_user bigint, p_by text, p_session bigint, p_at bigint) returns bigint[]
language plpgsql as $$
begin
  update account_recoveries set status = 'vetoed', vetoed_by = p_by, session_id = p_session, ended_at = p_at
    where user_id = p_user and status in ('waiting', 'opened');
  delete from recovery_proposals p using account_recoveries r
    where r.id = p.recovery_id and r.user_id = p_user and r.status = 'review';
  return lock_account(p_user, 'veto', p_at, p_session);
end $$;

-- Vetoes an approved recovery by a session of its account. Raises FT409 if it has ended or is not approved. The caller
-- holds the user's mutex.
create or replace function veto_recovery(p_user bigint, p_secret text, p_id bigint, p_at bigint) returns bigint[]
language plpgsql security definer as $$
declare
  session bigint := require_session(p_user, p_secret, p_at);
  r account_recoveries;
begin
  perform require_present(p_at);
  select * into r from account_recoveries where id = p_id and user_id = p_user and status <> 'pictures' for update;
  if not found then raise exception 'not_found' using errcode = 'FT409'; end if;
  if coalesce(recovery_ends(r) < p_at, true) then
    raise exception 'document_moved_on' using errcode = 'FT409', detail = json_build_object('status', r.status);
  end if;
  return end_by_veto(p_user, 'device', session, p_at);
end $$;

-- Vetoes the approved recoveries of an account by its safety word, once in 30 days: who had a session could read the
-- word, and could otherwise keep the owner out for ever. Returns the sessions that ended, null if nothing was vetoed. The
-- caller holds the user's mutex.
create or replace function veto_by_word(p_user bigint, p_word text, p_at bigint) returns bigint[]
language plpgsql security definer as $$
begin
  perform require_present(p_at);
  perform 1 from account_recoveries where user_id = p_user and status in ('waiting', 'opened') order by id for update;
  if not exists (select from users where id = p_user and safety_word = p_word)
    or not exists (select from account_recoveries r where user_id = p_user and recovery_ends(r) >= p_at)
    or exists (select from account_recoveries where user_id = p_user and vetoed_by = 'safety_word'
      and ended_at > p_at - 2592000000) then
    return null;
  end if;
  return end_by_veto(p_user, 'safety_word', null, p_at);
end $$;

-- Opens a recovery that is ready, by its code, of which the table has only the hash. Repeated calls within the hour change nothing.
create or replace function open_recovery(p_code text, p_at bigint) returns account_recoveries
language plpgsql security definer as $$
declare
  r account_recoveries;
begin
  perform require_past(p_at);
  select * into r from account_recoveries where code_hash = sha256(convert_to(p_code, 'UTF8')) for update;
  if not found then raise exception 'recovery_unknown' using errcode = 'FT409'; end if;
  if coalesce(p_at not between r.ready_at and recovery_ends(r), true) then
    raise exception 'recovery_not_ready' using errcode = 'FT409';
  end if;
  if r.status = 'waiting' then
    update account_recoveries set status = 'opened', opened_at = p_at where id = r.id returning * into r;
  end if;
  return r;
end $$;

-- Keeps the hash of a password that a recovery sets, until its ticket is redeemed. p_old: the one that it replaces.
create or replace function prepare_recovery(
  p_user bigint, p_kind text, p_old text, p_new text, p_secret_hash bytea, p_at bigint
) returns void language plpgsql security definer as $$
declare
  ticket bigint;
begin
  delete from pending_passwords where at < p_at - 3600000;
  insert into password_tickets (secret_hash, act, user_id, kind, digest, at)
    values (p_secret_hash, 'recover', p_user, p_kind, hash_digest(p_old), p_at) returning id into ticket;
  insert into pending_passwords values (ticket, case p_kind when 'login' then p_new end,
    case p_kind when 'trading' then p_new end, p_at);
end $$;

-- Sets the password that a recovery's ticket prepared. Raises FT503 if the ticket is not one for this password, or the
-- password was changed since.
create or replace function set_recovered_password(p_recovery account_recoveries, p_ticket bytea, p_at bigint)
returns void language plpgsql as $$
declare
  ticket password_tickets := redeemed_ticket(p_ticket, 'recover', p_at);
  pending pending_passwords;
begin
  delete from pending_passwords where ticket_id = ticket.id returning * into pending;
  if not found or (ticket.user_id, ticket.kind || '_password') is distinct from (p_recovery.user_id, p_recovery.lost) then
    raise exception 'unavailable' using errcode = 'FT503';
  end if;
  update users set password_hash = coalesce(pending.login_hash, password_hash),
    trading_password_hash = coalesce(pending.trading_hash, trading_password_hash)
  where id = p_recovery.user_id
    and hash_digest(case ticket.kind when 'login' then password_hash else trading_password_hash end) = ticket.digest;
  if not found then raise exception 'unavailable' using errcode = 'FT503'; end if;
  insert into password_changes (user_id, kind, old_digest, new_digest, at, ticket_id, recovery_id)
    values (p_recovery.user_id, ticket.kind, ticket.digest,
      hash_digest(coalesce(pending.login_hash, pending.trading_hash)), p_at, ticket.id, p_recovery.id);
end $$;

-- Completes an opened recovery within its hour: sets the password of the ticket or removes the second factors, ends all
-- sessions, unlocks the account, and holds withdrawals for seven days. Returns the sessions that ended. The caller holds
-- the user's mutex.
create or replace function complete_recovery(p_code text, p_ticket bytea, p_at bigint) returns bigint[]
language plpgsql security definer as $$
declare
  r account_recoveries;
  ended bigint[];
begin
  perform require_present(p_at);
  perform require_past(p_at);
  select * into r from account_recoveries where code_hash = sha256(convert_to(p_code, 'UTF8')) for update;
  if not found then raise exception 'recovery_unknown' using errcode = 'FT409'; end if;
  if r.status <> 'opened' or p_at > recovery_ends(r)
    or exists (select from account_closings c where c.user_id = r.user_id and c.closed_at is not null) then
    raise exception 'recovery_not_ready' using errcode = 'FT409';
  end if;
  -- open_session holds this row shared: a session is opened before and ends here, or by what is lost no more.
  perform 1 from users where id = r.user_id for no key update;
  if r.lost = 'second_factor' then
    delete from recovery_codes where user_id = r.user_id;
    delete from totp_factors where user_id = r.user_id;
    delete from passkeys where user_id = r.user_id;
    update users set factor_at_log_in = false where id = r.user_id;
  else
    perform set_recovered_password(r, p_ticket, p_at);
  end if;
  update account_recoveries set status = 'done', ended_at = p_at where id = r.id;
  insert into withdrawal_holds (user_id, since, until, factor)
    values (r.user_id, p_at, p_at + 604800000, 'recovery ' || r.id);
  perform unlock_account(r.user_id, p_at, r.id);
  update sessions set device_trusted = false where user_id = r.user_id and device_trusted;
  with gone as (
    update sessions set revoked_at = to_timestamp(p_at / 1000.0) where user_id = r.user_id and revoked_at is null
    returning id
  )
  select coalesce(array_agg(id order by id), '{}') into ended from gone;
  return ended;
end $$;

-- Ends the recoveries whose time is over, and removes the pictures of those that have ended, or are older than 30 days.
-- Returns how many recoveries ended.
create or replace function lapse_recoveries(p_at bigint) returns int language plpgsql security definer as $$
declare
  lapsed int;
begin
  perform require_past(p_at);
  with over as (
    select id from account_recoveries r
    where status = 'pictures' and asked_at < p_at - 3600000 or status = 'review' and asked_at <= p_at - 259200000
      or recovery_ends(r) < p_at
    order by id for update skip locked
  )
  update account_recoveries r set status = 'lapsed', ended_at = p_at from over where r.id = over.id;
  get diagnostics lapsed = row_count;
  update recovery_pictures p set sealed = null, key_sealed = null, removed_at = p_at
    from account_recoveries r
    where r.id = p.recovery_id and p.removed_at is null and (r.ended_at is not null or r.asked_at < p_at - 2592000000);
  return lapsed;
end $$;

-- Trigger. A payout account is neither set nor exchanged while withdrawals are held after a recovery.
create or replace function refuse_recovered() returns trigger language plpgsql as $$
declare
  at bigint := case tg_table_name when 'payout_changes' then (to_jsonb(new) ->> 'proposed_at')::bigint
    else (to_jsonb(new) ->> 'set_at')::bigint end;
  latest bigint := (select max(until) from withdrawal_holds
    where user_id = new.user_id and factor like 'recovery %');
begin
  if latest > at then
    raise exception 'withdrawals_on_hold' using errcode = 'FT409', detail = json_build_object('until', latest);
  end if;
  return new;
end $$;
create or replace trigger payout_accounts_not_recovered before insert on payout_accounts
  for each row execute function refuse_recovered();
create or replace trigger payout_changes_not_recovered before insert on payout_changes
  for each row execute function refuse_recovered();
