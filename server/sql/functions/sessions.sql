-- Users' sessions: what opens one, how long it lasts, and the history of log-ins.

-- Refuses a moment that is far ahead of the newest checkpoint, so that nothing old is removed early.
create or replace function require_past(p_at bigint) returns void language plpgsql as $$
begin
  if p_at > (select time_ms from checkpoints order by number desc limit 1) + 600000 then
    raise exception 'unavailable' using errcode = 'FT503', hint = 'The moment is ahead of the newest checkpoint.';
  end if;
end $$;

-- The live session of a secret, which only the user's browser and the request hold; the table has its hash. Raises
-- FT409 if it is not one of this user. Who changes what guards an account asks this first.
create or replace function require_session(p_user bigint, p_secret text, p_at bigint) returns bigint
language plpgsql as $$
declare
  session bigint;
begin
  select id into session from sessions
    where secret_hash = sha256(convert_to(p_secret, 'UTF8')) and user_id = p_user and revoked_at is null
      and expires_at > to_timestamp(p_at / 1000.0);
  if not found then raise exception 'not_logged_in' using errcode = 'FT409'; end if;
  return session;
end $$;

-- Stores a session with what opened it, and returns its id. p_session: secret_hash, handle, user_id, device_hash, user_agent, address.
-- It lasts 30 days after the last visit.
create or replace function add_session(
  p_session jsonb, p_at bigint, p_opened_by text, p_ticket bigint, p_proof bigint
) returns bigint language plpgsql as $$
declare
  s sessions := jsonb_populate_record(null::sessions, p_session);
begin
  insert into sessions (secret_hash, handle, user_id, device_hash, user_agent, address, created_at, seen_at, expires_at)
    values (s.secret_hash, s.handle, s.user_id, s.device_hash, s.user_agent, s.address, to_timestamp(p_at / 1000.0),
      to_timestamp(p_at / 1000.0), to_timestamp((p_at + 2592000000) / 1000.0))
    returning id into s.id;
  insert into session_evidence values (s.id, p_opened_by, p_ticket, p_proof);
  return s.id;
end $$;

-- Whether a user's log-in requires a second factor now.
create or replace function needs_factor(p_user bigint) returns boolean language sql stable as $$
  select u.factor_at_log_in and (
    exists (select 1 from totp_factors where user_id = p_user and confirmed_at is not null)
    or exists (select 1 from passkeys where user_id = p_user))
  from users u where u.id = p_user
$$;

-- Opens a session by a ticket of this user, and by the use of a second factor if the user's log-in requires one. Raises
-- FT409 if the ticket is not valid, the password was changed since, or the factor is missing. It waits for a change of
-- the password in progress. Adds the line of the history, where p_known says whether the device logged in before, and ends
-- all but the newest twenty sessions.
create or replace function open_session(
  p_session jsonb, p_ticket bytea, p_proof bigint, p_known boolean, p_at bigint
) returns table (session_id bigint, ended bigint[]) language plpgsql security definer as $$
#variable_conflict use_column
declare
  ticket password_tickets := redeemed_ticket(p_ticket, 'log_in', p_at);
begin
  perform 1 from users where id = ticket.user_id and id = (p_session ->> 'user_id')::bigint
    and hash_digest(password_hash) = ticket.digest for share;
  if not found
    or p_proof is null and needs_factor(ticket.user_id)
    or p_proof is not null and not exists (select 1 from act_proofs p where p.id = p_proof and p.act = 'factor'
      and p.owner_id = ticket.user_id and p_at between p.at and p.at + 60000) then
    raise exception 'login_failed' using errcode = 'FT409';
  end if;
  session_id := add_session(p_session, p_at, 'password', ticket.id, p_proof);
  perform add_log_in(ticket.user_id, p_at, true, p_known, p_session ->> 'user_agent', p_session ->> 'address');
  with beyond as (
    update sessions s set revoked_at = to_timestamp(p_at / 1000.0)
    where s.user_id = ticket.user_id and s.revoked_at is null and s.id not in (
      select o.id from sessions o where o.user_id = ticket.user_id and o.revoked_at is null order by o.id desc limit 20)
    returning s.id
  )
  select coalesce(array_agg(id), '{}') into ended from beyond;
  return next;
end $$;

-- Opens a session of a guest by the key of the device that the guest was created with, for ten minutes and until one of
-- the guest's sessions was used. Raises FT422 if the key opens nothing.
create or replace function open_guest_session(p_session jsonb, p_key text, p_at bigint)
returns table (session_id bigint, ended bigint[]) language plpgsql security definer as $$
declare
  g guests;
begin
  select * into g from guests where key_hash = sha256(convert_to(p_key, 'UTF8'))
    and user_id = (p_session ->> 'user_id')::bigint and registered_at is null and ended_at is null
    and p_at between created_at - 60000 and created_at + 660000
    -- A lock before the session has its number, as the marks of the ledger need it (move_marks).
    for share;
  if not found or exists (select 1 from sessions s where s.user_id = g.user_id and s.seen_at > s.created_at) then
    raise exception 'key_reused' using errcode = 'FT422';
  end if;
  session_id := add_session(p_session, p_at, 'guest', null, null);
  ended := '{}';
  return next;
end $$;

-- Extends a session after a visit: 30 days from then, for users 90 days from its beginning at most. The first use of a
-- guest's session is always later than its beginning. A moment from before the newest checkpoint extends nothing, so that
-- no session is revived that has ended since.
create or replace function touch_session(p_id bigint, p_at bigint) returns void language sql security definer as $$
  update sessions s set
    seen_at = greatest(seen_at, to_timestamp(p_at / 1000.0),
      case when is_guest(user_id) then created_at + interval '1 millisecond' end),
    expires_at = least(to_timestamp((p_at + 2592000000) / 1000.0),
      case when not is_guest(user_id) then created_at + interval '90 days' end)
  where s.id = p_id and s.revoked_at is null and s.expires_at > to_timestamp(p_at / 1000.0)
    and p_at >= coalesce((select time_ms from checkpoints order by number desc limit 1), 0) - 60000
$$;

-- Trigger. An ended session stays ended, a device that is no longer trusted stays so, and a session stays its user's. Its
-- address and browser are only removed.
create or replace function sessions_only_end() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at
    or new.device_trusted and not old.device_trusted
    or new.address not in (old.address, '') or new.user_agent not in (old.user_agent, '')
    or (new.id, new.user_id, new.secret_hash, new.handle, new.created_at)
      is distinct from (old.id, old.user_id, old.secret_hash, old.handle, old.created_at) then
    raise exception 'session % cannot be changed like this', old.id using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger sessions_only_end before update on sessions
  for each row execute function sessions_only_end();

-- Adds a line to a user's history of log-ins: per hour 60 that succeeded and 20 that failed, so that an attacker cannot
-- flood it.
create or replace function add_log_in(
  p_user bigint, p_at bigint, p_succeeded boolean, p_known boolean, p_user_agent text, p_address text
) returns void language sql as $$
  insert into log_ins (user_id, at, succeeded, known, user_agent, address)
  select p_user, p_at, p_succeeded, p_known, p_user_agent, p_address
  where case when p_succeeded then 60 else 20 end > (
    select count(*) from log_ins
    where user_id = p_user and at between p_at - 3599999 and p_at and succeeded = p_succeeded and not refused)
$$;

-- The same for a failed attempt. open_session adds the others.
create or replace function note_failed_log_in(
  p_user bigint, p_at bigint, p_known boolean, p_user_agent text, p_address text
) returns void language plpgsql security definer as $$
begin
  perform require_present(p_at);
  perform add_log_in(p_user, p_at, false, p_known, p_user_agent, p_address);
end $$;

-- Adds attempts that were refused before the password was compared: to the newest refused line if it began within the
-- hour, otherwise as a new line. The caller holds the user's mutex.
create or replace function note_refused_log_ins(
  p_user bigint, p_times int, p_at bigint, p_user_agent text, p_address text, p_addresses text[]
) returns void language plpgsql security definer as $$
begin
  perform require_present(p_at);
  if p_times < 1 then raise exception 'no attempt is noted' using errcode = 'FT903'; end if;
  update log_ins set times = times + p_times, last_at = greatest(last_at, p_at), user_agent = p_user_agent,
    address = p_address,
    addresses = (select (array_agg(distinct a))[1:1000] from unnest(addresses || p_addresses) a)
  where user_id = p_user and at > p_at - 3600000
    and id = (select id from log_ins where user_id = p_user and refused order by id desc limit 1);
  if found then return; end if;
  insert into log_ins (user_id, times, at, last_at, user_agent, address, addresses, refused, succeeded, known)
    values (p_user, p_times, p_at, p_at, p_user_agent, p_address, p_addresses, true, false, false);
end $$;

-- Deletes lines that are older than 180 days.
create or replace function sweep_log_ins(p_at bigint) returns void language plpgsql security definer as $$
begin
  perform require_past(p_at);
  delete from log_ins where at < p_at - 15552000000;
end $$;
