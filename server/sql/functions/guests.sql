-- Guests: how one begins, registers and ends, and what the tables refuse to guests whichever code writes to them.

-- Whether a user is a guest: not registered yet, or ended as a guest.
create or replace function is_guest(p_user bigint) returns boolean language sql stable as $$
  select exists (select 1 from guests g where g.user_id = p_user and g.registered_at is null)
$$;

-- Whether a user was a guest at p_at, in ms. What users did as guests is never counted in public statistics, also
-- after they registered: those who win may be more likely to register.
create or replace function was_guest(p_user bigint, p_at bigint) returns boolean language sql stable as $$
  select exists (select 1 from guests g
    where g.user_id = p_user and (g.registered_at is null or g.registered_at > p_at))
$$;

-- Until when users who logged in on these devices are on a break at p_at, in ms. Null if none is.
-- p_devices: hashes of sessions.device_hash; an empty one is no device.
create or replace function devices_paused_until(p_devices bytea[], p_at bigint) returns bigint language sql stable as $$
  select max(l.value) from sessions s join own_limits l on l.user_id = s.user_id
  where s.device_hash = any (p_devices) and s.device_hash <> ''
    and l.kind in ('time_out', 'exclusion') and l.value > p_at
$$;

-- The same for the devices of a guest's sessions. Null for users, whom only their own limits pause.
create or replace function guest_paused_until(p_user bigint, p_at bigint) returns bigint language sql stable as $$
  select devices_paused_until(array(select device_hash from sessions where user_id = p_user), p_at)
  where is_guest(p_user)
$$;

-- Raises FT409 if p_until, as the functions above return it, is not null.
create or replace function refuse_paused(p_until bigint) returns void language plpgsql as $$
begin
  if p_until is not null then
    raise exception 'device_paused' using errcode = 'FT409', detail = json_build_object('until', p_until);
  end if;
end $$;

-- Trigger. Guests watch and trade with practice money. All else needs a registered user.
create or replace function refuse_guests() returns trigger language plpgsql as $$
begin
  if is_guest(new.user_id) then
    raise exception 'registration_required' using errcode = 'FT409';
  end if;
  return new;
end $$;

create or replace trigger deposits_no_guests before insert on deposits
  for each row execute function refuse_guests();
create or replace trigger withdrawals_no_guests before insert on withdrawals
  for each row execute function refuse_guests();
create or replace trigger payout_accounts_no_guests before insert on payout_accounts
  for each row execute function refuse_guests();
create or replace trigger payout_changes_no_guests before insert on payout_changes
  for each row execute function refuse_guests();
create or replace trigger fund_lots_no_guests before insert on fund_lots
  for each row execute function refuse_guests();
create or replace trigger fund_redemptions_no_guests before insert on fund_redemptions
  for each row execute function refuse_guests();
create or replace trigger verifications_no_guests before insert on verifications
  for each row execute function refuse_guests();
create or replace trigger photos_no_guests before insert on photos
  for each row execute function refuse_guests();
create or replace trigger price_alerts_no_guests before insert on price_alerts
  for each row execute function refuse_guests();
create or replace trigger push_devices_no_guests before insert on push_devices
  for each row execute function refuse_guests();
create or replace trigger totp_factors_no_guests before insert on totp_factors
  for each row execute function refuse_guests();
create or replace trigger passkeys_no_guests before insert on passkeys
  for each row execute function refuse_guests();
create or replace trigger own_limits_no_guests before insert on own_limits
  for each row execute function refuse_guests();
create or replace trigger support_messages_no_guests before insert on support_messages
  for each row execute function refuse_guests();

-- Creates a guest and returns its user. If the answer was lost, the same key gets the same guest again for ten minutes
-- (created: false). Once a session of the guest was used, the device has it, and the key opens nothing any more.
-- Raises FT409 without practice mode, when p_max guests exist and while a user of the device is on a break, FT422 for a
-- key that was used or is of another time.
create or replace function open_guest(
  p_account text, p_code text, p_key_hash bytea, p_at bigint, p_max int, p_device bytea,
  out guest bigint, out created boolean
) language plpgsql security definer as $$
declare
  known guests;
begin
  perform require_present(p_at);
  if not (select practice from act_rules) then
    raise exception 'practice_disabled' using errcode = 'FT409';
  end if;
  perform refuse_paused(devices_paused_until(array[p_device], p_at));
  -- One at a time, so that no two count the same last place.
  perform pg_advisory_xact_lock(8460041);
  select * into known from guests where key_hash = p_key_hash;
  if found then
    if known.registered_at is not null or known.ended_at is not null
      or p_at not between known.created_at - 60000 and known.created_at + 600000
      or exists (select 1 from sessions s where s.user_id = known.user_id and s.seen_at > s.created_at) then
      raise exception 'key_reused' using errcode = 'FT422';
    end if;
    guest := known.user_id;
    created := false;
    return;
  end if;
  if p_max <= (select count(*) from guests where registered_at is null and ended_at is null) then
    raise exception 'guests_full' using errcode = 'FT409';
  end if;
  insert into users (account, phone, nickname, opening_code, created_at)
    values (p_account, '', p_account, p_code, to_timestamp(p_at / 1000.0)) returning id into guest;
  insert into guests (user_id, created_at, key_hash) values (guest, p_at, p_key_hash);
  created := true;
end $$;

-- Makes a guest a registered user with the same id, orders and balance. Returns false if the user is no guest now.
-- Raises FT409 while a user of the guest's device is on a break. The caller holds the user's mutex. p_user: the columns
-- that registration sets. p_ticket: as in register_user.
create or replace function register_guest(p_guest bigint, p_user jsonb, p_ticket bytea, p_at bigint) returns boolean
language plpgsql security definer as $$
begin
  perform require_present(p_at);
  perform refuse_paused(guest_paused_until(p_guest, p_at));
  update guests set registered_at = p_at
    where user_id = p_guest and registered_at is null and ended_at is null;
  if not found then return false; end if;
  update users u set account = n.account, nickname = n.account, phone = n.phone, invited_by = n.invited_by
  from jsonb_populate_record(null::users, p_user) n where u.id = p_guest;
  perform set_first_passwords(p_guest, p_ticket, p_at);
  return true;
end $$;

-- Ends at most p_limit guests who have no session left, and removes their addresses and browsers. Ledger, orders and
-- keys remain; they name no person. A guest who was created within the hour may still be about to get a session.
create or replace function end_guests(p_at bigint, p_limit int) returns int
language plpgsql security definer as $$
declare
  ids bigint[];
begin
  perform require_present(p_at);
  perform require_past(p_at);
  with idle as (
    select g.user_id from guests g
    where g.registered_at is null and g.ended_at is null and g.created_at < p_at - 3600000
      and not exists (select 1 from sessions s where s.user_id = g.user_id and s.revoked_at is null
        and s.expires_at > to_timestamp(p_at / 1000.0))
    order by g.created_at limit p_limit for update
  ), ended as (
    update guests g set ended_at = p_at from idle where g.user_id = idle.user_id returning g.user_id
  )
  select coalesce(array_agg(user_id), '{}') into ids from ended;
  update sessions set address = '', user_agent = '', device_hash = '',
    revoked_at = coalesce(revoked_at, to_timestamp(p_at / 1000.0)) where user_id = any (ids);
  delete from log_ins where user_id = any (ids);
  return cardinality(ids);
end $$;
