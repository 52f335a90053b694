-- Accounts that their owners lock: no session, no order and no document of money begins while one is, and only a recovery
-- ends it. Positions settle as usual. (What a check of the ledger finds faulty is frozen instead: frozen.sql.)

-- Whether a user's account is locked.
create or replace function is_locked(p_user bigint) returns boolean language sql stable as $$
  select exists (select from account_locks l where l.user_id = p_user and l.unlocked_at is null)
$$;

-- Raises FT409 if the account is locked. A caller who holds the user's mutex, or the user's row shared, sees every lock
-- that was committed before.
create or replace function refuse_locked(p_user bigint) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if exists (select from account_locks l where l.user_id = p_user and l.unlocked_at is null) then
    raise exception 'account_locked' using errcode = 'FT409';
  end if;
end $$;

-- Raises FT409 if the account is locked, closing or closed.
create or replace function refuse_barred(p_user bigint) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ends bigint;
begin
  perform refuse_locked(p_user);
  select c.closes_at into ends from account_closings c where c.user_id = p_user and c.kept_at is null;
  if found then
    raise exception 'account_closing' using errcode = 'FT409', detail = json_build_object('closesAt', ends);
  end if;
end $$;

-- Locks an account and ends its sessions, whose devices are no longer trusted. A closing in progress is cancelled, so that
-- it does not end while the owner gets back in. Returns the sessions that ended. Changes nothing else if the account is
-- locked already. Raises FT409 for guests, who have no way back. The caller holds the user's mutex.
create or replace function lock_account(p_user bigint, p_reason text, p_at bigint, p_session bigint default null)
returns bigint[] language plpgsql as $$
declare
  ended bigint[];
begin
  perform require_present(p_at);
  if is_guest(p_user) then raise exception 'registration_required' using errcode = 'FT409'; end if;
  -- open_session holds this row shared: a session is opened before the lock and ends here, or is refused.
  perform 1 from users where id = p_user for no key update;
  insert into account_locks (user_id, locked_at, reason, session_id) values (p_user, p_at, p_reason, p_session)
    on conflict (user_id) where unlocked_at is null do nothing;
  update account_closings set kept_at = greatest(p_at, asked_at)
    where user_id = p_user and kept_at is null and closed_at is null;
  update sessions set device_trusted = false where user_id = p_user and device_trusted;
  with gone as (
    update sessions set revoked_at = to_timestamp(p_at / 1000.0) where user_id = p_user and revoked_at is null
    returning id
  )
  select coalesce(array_agg(id order by id), '{}') into ended from gone;
  return ended;
end $$;

-- Locks the account of a session. p_reason: owner or login. Raises FT409 identity_not_verified if no recovery could unlock
-- it: who holds a session would otherwise destroy an account, with its money, in two taps.
create or replace function lock_own_account(p_user bigint, p_secret text, p_reason text, p_at bigint)
returns bigint[] language plpgsql security definer as $$
declare
  session bigint := require_session(p_user, p_secret, p_at);
begin
  if p_reason not in ('owner', 'login') then
    raise exception 'no owner locks for %', p_reason using errcode = 'FT903';
  end if;
  if not can_recover(p_user) then
    raise exception 'identity_not_verified' using errcode = 'FT409';
  end if;
  return lock_account(p_user, p_reason, p_at, session);
end $$;

-- Unlocks an account. Returns false if it was not locked. No role may write the table, so only a function of a recovery,
-- which runs as the owner, can call it. The caller holds the user's mutex.
create or replace function unlock_account(p_user bigint, p_at bigint, p_recovery bigint) returns boolean
language plpgsql as $$
begin
  update account_locks set unlocked_at = greatest(p_at, locked_at), unlocked_by = p_recovery
    where user_id = p_user and unlocked_at is null;
  return found;
end $$;

-- Trigger. A lock is never deleted, and is ended once.
create or replace function locks_end_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.unlocked_at is not null or new.unlocked_at is null
    or (new.id, new.user_id, new.locked_at, new.reason, new.session_id)
      is distinct from (old.id, old.user_id, old.locked_at, old.reason, old.session_id) then
    raise exception 'a lock only ends' using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger account_locks_end_once before update or delete on account_locks
  for each row execute function locks_end_once();

-- Trigger. No session of a locked or closed account begins, whichever code opens it.
create or replace function refuse_session() returns trigger language plpgsql as $$
begin
  perform refuse_locked(new.user_id);
  if exists (select from account_closings c where c.user_id = new.user_id and c.closed_at is not null) then
    raise exception 'login_failed' using errcode = 'FT409';
  end if;
  return new;
end $$;
create or replace trigger sessions_not_locked before insert on sessions
  for each row execute function refuse_session();

-- Trigger. A locked or closing account asks for nothing that moves money or names where it goes. The fund's income, which
-- is a lot of its own kind, is credited as usual.
create or replace function refuse_of_barred() returns trigger language plpgsql as $$
begin
  perform refuse_barred(new.user_id);
  return new;
end $$;
create or replace trigger deposits_not_barred before insert on deposits
  for each row execute function refuse_of_barred();
create or replace trigger withdrawals_not_barred before insert on withdrawals
  for each row execute function refuse_of_barred();
create or replace trigger payout_accounts_not_barred before insert on payout_accounts
  for each row execute function refuse_of_barred();
create or replace trigger payout_changes_not_barred before insert on payout_changes
  for each row execute function refuse_of_barred();
create or replace trigger verifications_not_barred before insert on verifications
  for each row execute function refuse_of_barred();
create or replace trigger fund_redemptions_not_barred before insert on fund_redemptions
  for each row execute function refuse_of_barred();
create or replace trigger fund_lots_not_barred before insert on fund_lots
  for each row when (new.kind = 'transfer') execute function refuse_of_barred();
create or replace trigger practice_issues_not_barred before insert on practice_issues
  for each row execute function refuse_of_barred();

-- The state of a user's account, as operators see it.
create or replace function account_state(p_user bigint) returns text language sql stable as $$
  select case when is_closed(p_user) then 'closed' when is_locked(p_user) then 'locked'
    when exists (select from account_closings where user_id = p_user and kept_at is null) then 'closing'
    else 'open' end
$$;
