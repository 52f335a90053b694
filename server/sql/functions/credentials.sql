-- Passwords. The role of the credentials compares and hashes them, and the role of the app does what a password
-- permits. Neither can do it alone: the one issues a ticket, the other redeems it with the secret, which is in the memory
-- of the server and in no table.

-- The digest of a stored hash, by which changes name it without showing it.
create or replace function hash_digest(p_hash text) returns bytea language sql stable as $$
  select sha256(convert_to(p_hash, 'UTF8'))
$$;

-- Issues a ticket for one log-in: the login password was compared with this hash. Returns false if it was changed since.
create or replace function admit_log_in(p_user bigint, p_hash text, p_secret_hash bytea, p_at bigint)
returns boolean language plpgsql security definer as $$
begin
  insert into password_tickets (secret_hash, act, user_id, digest, at)
    select p_secret_hash, 'log_in', id, hash_digest(p_hash), p_at
    from users where id = p_user and password_hash = p_hash and p_hash <> '';
  return found;
end $$;

-- Keeps the hash of a new password until its ticket is redeemed: the old one was compared with p_old.
create or replace function prepare_password(
  p_user bigint, p_kind text, p_old text, p_new text, p_secret_hash bytea, p_at bigint
) returns void language plpgsql security definer as $$
declare
  ticket bigint;
begin
  delete from pending_passwords where at < p_at - 3600000;
  insert into password_tickets (secret_hash, act, user_id, kind, digest, at)
    values (p_secret_hash, 'change', p_user, p_kind, hash_digest(p_old), p_at) returning id into ticket;
  insert into pending_passwords values (ticket, case p_kind when 'login' then p_new end,
    case p_kind when 'trading' then p_new end, p_at);
end $$;

-- Keeps the hashes of a user who is about to register.
create or replace function prepare_registration(p_login text, p_trading text, p_secret_hash bytea, p_at bigint)
returns void language plpgsql security definer as $$
declare
  ticket bigint;
begin
  delete from pending_passwords where at < p_at - 3600000;
  insert into password_tickets (secret_hash, act, at) values (p_secret_hash, 'register', p_at) returning id into ticket;
  insert into pending_passwords values (ticket, p_login, p_trading, p_at);
end $$;

-- The ticket of a secret that was issued for p_act in the last minute. Null if there is none. Who redeems it stores its
-- id, which is unique there.
create or replace function redeemed_ticket(p_secret bytea, p_act text, p_at bigint) returns password_tickets
language sql stable as $$
  select t from password_tickets t
  where t.secret_hash = sha256(p_secret) and t.act = p_act and p_at between t.at and t.at + 60000
$$;

-- Replaces a password by the one that the ticket's comparison prepared, in the session that asked. Returns false if it
-- was changed since, or if the ticket or the session is not valid. The caller holds the user's mutex.
create or replace function replace_password(p_user bigint, p_session_secret text, p_ticket bytea, p_at bigint)
returns boolean language plpgsql security definer as $$
declare
  session bigint := require_session(p_user, p_session_secret, p_at);
  ticket password_tickets := redeemed_ticket(p_ticket, 'change', p_at);
  pending pending_passwords;
begin
  delete from pending_passwords where ticket_id = ticket.id returning * into pending;
  if not found or ticket.user_id <> p_user then return false; end if;
  update users set password_hash = coalesce(pending.login_hash, password_hash),
    trading_password_hash = coalesce(pending.trading_hash, trading_password_hash)
  where id = p_user
    and hash_digest(case ticket.kind when 'login' then password_hash else trading_password_hash end) = ticket.digest;
  if not found then return false; end if;
  insert into password_changes (user_id, kind, old_digest, new_digest, at, ticket_id, session_id)
    values (p_user, ticket.kind, ticket.digest, hash_digest(coalesce(pending.login_hash, pending.trading_hash)), p_at,
      ticket.id, session);
  return true;
end $$;

-- Gives a user who has no password those of a ticket. Raises FT409 without a valid one. Called by the functions that
-- register alone.
create or replace function set_first_passwords(p_user bigint, p_ticket bytea, p_at bigint) returns void
language plpgsql as $$
declare
  ticket password_tickets := redeemed_ticket(p_ticket, 'register', p_at);
  pending pending_passwords;
begin
  delete from pending_passwords where ticket_id = ticket.id returning * into pending;
  if not found then raise exception 'unavailable' using errcode = 'FT503'; end if;
  update users set password_hash = pending.login_hash, trading_password_hash = pending.trading_hash
    where id = p_user and password_hash = '' and trading_password_hash = '';
  if not found then raise exception 'account_taken' using errcode = 'FT409'; end if;
  insert into password_changes (user_id, kind, new_digest, at, ticket_id)
    values (p_user, 'login', hash_digest(pending.login_hash), p_at, ticket.id),
      (p_user, 'trading', hash_digest(pending.trading_hash), p_at, ticket.id);
end $$;

-- Registers a user with the passwords of a ticket, and returns the id. p_user: the columns that registration sets.
create or replace function register_user(p_user jsonb, p_ticket bytea, p_at bigint) returns bigint
language plpgsql security definer as $$
declare
  n users := jsonb_populate_record(null::users, p_user);
  made bigint;
begin
  insert into users (account, phone, nickname, opening_code, invited_by, created_at)
    values (n.account, n.phone, n.account, n.opening_code, n.invited_by, to_timestamp(p_at / 1000.0))
    returning id into made;
  perform set_first_passwords(made, p_ticket, p_at);
  return made;
end $$;
