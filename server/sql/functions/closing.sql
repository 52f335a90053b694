-- Accounts that their owners close: asked for, cancelled or carried out 14 days later. What names a person is destroyed;
-- ledger, orders, documents and logs stay with the user's number. tests/integration/closed-tables.test.ts lists every table.

-- Whether a user's account is closed.
create or replace function is_closed(p_user bigint) returns boolean language sql stable as $$
  select exists (select from account_closings c where c.user_id = p_user and c.closed_at is not null)
$$;

-- What is in the way of closing an account, in the order of the page. Practice money is no money: it is given up.
create or replace function closing_obstacles(p_user bigint) returns text[] language sql stable as $$
  select array_remove(array[
    case when exists (select from orders where user_id = p_user and status in ('open', 'live')) then 'orders' end,
    case when exists (select from accounts where id in (user_account(p_user, 'fund_pending'),
      user_account(p_user, 'fund_confirmed')) and balance > 0) then 'fund' end,
    case when exists (select from deposits where user_id = p_user and status in ('submitted', 'review'))
      then 'deposits' end,
    case when exists (select from withdrawals where user_id = p_user
      and status in ('requested', 'review', 'approved', 'paying')) then 'withdrawals' end,
    case when not (select practice from act_rules) and exists (select from accounts
      where id = user_account(p_user, 'cash') and balance > 0) then 'money' end,
    case when exists (select from verifications where user_id = p_user and status = 'verifying')
      then 'verification' end,
    case when exists (select from payout_changes where user_id = p_user and status = 'proposed') then 'payout' end,
    case when exists (select from frozen where user_id = p_user and ended_at is null) then 'frozen' end], null)
$$;

-- Raises FT409 if anything is in the way of closing.
create or replace function refuse_obstacles(p_user bigint) returns void language plpgsql as $$
begin
  if cardinality(closing_obstacles(p_user)) > 0 then
    raise exception 'closing_blocked' using errcode = 'FT409';
  end if;
end $$;

-- Begins the 14 days after which an account is closed, and returns their end. The caller holds the user's mutex.
create or replace function ask_to_close(p_user bigint, p_secret text, p_at bigint) returns bigint
language plpgsql security definer as $$
declare
  session bigint := require_session(p_user, p_secret, p_at);
  ends constant bigint := p_at + 1209600000;
begin
  perform require_present(p_at);
  if is_guest(p_user) then raise exception 'registration_required' using errcode = 'FT409'; end if;
  perform refuse_barred(p_user);
  perform refuse_obstacles(p_user);
  insert into account_closings (user_id, asked_at, closes_at, session_id) values (p_user, p_at, ends, session);
  return ends;
end $$;

-- Cancels a closing that is not carried out yet. Returns false if there is none. The caller holds the user's mutex.
create or replace function keep_account(p_user bigint, p_secret text, p_at bigint) returns boolean
language plpgsql security definer as $$
begin
  perform require_session(p_user, p_secret, p_at);
  update account_closings set kept_at = greatest(p_at, asked_at)
    where user_id = p_user and kept_at is null and closed_at is null;
  return found;
end $$;

-- Closes an account whose 14 days are over, in one transaction: ends its sessions, removes what it is entered with, and
-- destroys what names a person. Returns the sessions, and the photos whose files the server removes; no row if it is not
-- due, or something is in the way again, such as a payment that was returned. The caller holds the user's mutex.
create or replace function close_account(p_user bigint, p_at bigint)
returns table (ended bigint[], photos jsonb) language plpgsql security definer as $$
declare
  paused constant boolean := exists (select from own_limits
    where user_id = p_user and kind in ('time_out', 'exclusion') and value > p_at);
begin
  perform require_past(p_at);
  perform 1 from users where id = p_user for no key update;
  if cardinality(closing_obstacles(p_user)) > 0 then return; end if;
  update account_closings set closed_at = p_at
    where user_id = p_user and kept_at is null and closed_at is null and closes_at <= p_at;
  if not found then return; end if;

  with gone as (
    update sessions s set revoked_at = coalesce(s.revoked_at, to_timestamp(p_at / 1000.0)), address = '',
      user_agent = '', device_trusted = false,
      -- Of a user on a break, the devices stay known, so that no guest takes the break's place on them.
      device_hash = case when paused then s.device_hash else '' end
    where s.user_id = p_user returning s.id
  )
  select coalesce(array_agg(id order by id), '{}') into ended from gone;
  with gone as (
    update photos p set deleted_at = p_at where p.user_id = p_user and p.deleted_at is null
    returning p.id, p.created_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id::text, 'createdAt', created_at)), '[]') into photos from gone;
  perform empty_account(p_user, p_at);
  return next;
end $$;

-- Removes what a closed account is entered with, and destroys what names a person. Called by close_account alone.
create or replace function empty_account(p_user bigint, p_at bigint) returns void language plpgsql as $$
declare
  -- The old name is free from now on. None of the new form can be registered (rules/reserved-name.ts), but one may have
  -- been before.
  name text := 'c_' || lpad(p_user::text, 10, '0');
begin
  while exists (select from users where account_key = name) loop name := 'c_' || left(md5(name), 10); end loop;
  update users set account = name, nickname = name, phone = '', opening_code = 'closed:' || id, safety_word = null, password_hash = '', trading_password_hash = '', factor_at_log_in = false
  where id = p_user;
  delete from passkeys where user_id = p_user;
  delete from passkey_challenges where user_id = p_user;
  delete from recovery_codes where user_id = p_user;
  delete from totp_factors where user_id = p_user;
  delete from pending_passwords where ticket_id in (select id from password_tickets where user_id = p_user);
  -- Whatever a key sealed is unreadable without it.
  update user_keys set wrapped = null, destroyed_at = p_at where user_id = p_user and wrapped is not null;
  update verifications set name_mask = '', id_number_mask = '', document_digest = '' where user_id = p_user;
  update payout_accounts set holder_mask = '', address_mask = null where user_id = p_user;
  update payout_changes set why = '' where user_id = p_user;
  delete from push_devices where user_id = p_user;
  delete from push_switches where user_id = p_user;
  delete from log_ins where user_id = p_user;
  delete from log_in_alarms where user_id = p_user;
  delete from messages where user_id = p_user;
  delete from support_threads where user_id = p_user;
  delete from support_messages where user_id = p_user;
  delete from price_alerts where user_id = p_user;
  delete from outlet_messages where user_id = p_user;
  delete from mail_addresses where user_id = p_user;
  -- The pictures of recoveries are removed once those have ended.
  update account_recoveries set status = 'lapsed', ended_at = p_at
    where user_id = p_user and status in ('pictures', 'review', 'waiting', 'opened');
  update shared_receipts set revoked_at = p_at where user_id = p_user and revoked_at is null;
end $$;

-- Trigger. A closing is asked for, and then either cancelled or carried out, once.
create or replace function closings_end_once() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.kept_at is not null or old.closed_at is not null
    or (new.id, new.user_id, new.asked_at, new.closes_at, new.session_id)
      is distinct from (old.id, old.user_id, old.asked_at, old.closes_at, old.session_id) then
    raise exception 'a closing only ends' using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger account_closings_end_once before update or delete on account_closings
  for each row execute function closings_end_once();

-- Trigger. Messages of customer service never change. They are deleted with their account alone.
create or replace function support_messages_stand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_closed(old.user_id) then return old; end if;
  raise exception 'support_messages is append-only' using errcode = 'FT900';
end $$;
create or replace trigger support_messages_append_only before update or delete on support_messages
  for each row execute function support_messages_stand();

-- Of a closed account, these columns are emptied and alerts are deleted.
create or replace trigger verifications_states before insert or update or delete on verifications
  for each row execute function follow_states('verifying', 'verifying>verified verifying>rejected',
    'status decided_at reviewer reason photos_until', 'name_mask id_number_mask document_digest');
create or replace trigger payout_changes_states before insert or update or delete on payout_changes
  for each row execute function follow_states('proposed', 'proposed>approved proposed>rejected',
    'status decided_by decided_at', 'why');
create or replace trigger price_alerts_states before insert or update or delete on price_alerts
  for each row execute function follow_states('active', 'active>hit active>cancelled',
    'status hit_seq hit_at hit_price ended_at', 'delete');
