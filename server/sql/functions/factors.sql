-- Second factors of users. Each change asks for the secret of a session of the user, and each use stores its proof,
-- which the server verifies again within a minute (server/desk/proof-audit.ts). Callers hold the user's mutex.

-- Stores the secret of an authenticator that is not on yet. It replaces one that was not confirmed.
create or replace function start_totp(p_user bigint, p_session text, p_key bigint, p_sealed bytea, p_at bigint)
returns void language plpgsql security definer as $$
begin
  perform require_session(p_user, p_session, p_at);
  insert into totp_factors as f (user_id, key_id, secret_sealed, started_at) values (p_user, p_key, p_sealed, p_at)
    on conflict (user_id) do update set key_id = excluded.key_id, secret_sealed = excluded.secret_sealed,
      started_at = excluded.started_at, last_step = 0
    where f.confirmed_at is null;
end $$;

-- Stores a proof of a user's second factor and returns its id. A passkey's challenge is answered once.
create or replace function keep_factor_proof(p_user bigint, p_at bigint, p_proof jsonb) returns bigint
language plpgsql as $$
begin
  if exists (select 1 from act_proofs where act in ('factor', 'withdrawal') and challenge = p_proof ->> 'challenge') then
    raise exception 'factor_wrong' using errcode = 'FT409', hint = 'The challenge was answered before.';
  end if;
  perform keep_proof('factor', nextval('factor_uses'), p_user, p_at, p_proof - 'use');
  return (select id from act_proofs where act = 'factor' and ref = currval('factor_uses'));
end $$;

-- Turns the authenticator on that a code of p_proof confirms, with new recovery codes. As the first factor it is
-- required at log-in from then on.
create or replace function confirm_totp(p_user bigint, p_session text, p_proof jsonb, p_codes bytea[], p_at bigint)
returns void language plpgsql security definer as $$
begin
  perform require_session(p_user, p_session, p_at);
  update totp_factors set confirmed_at = p_at, last_step = (p_proof ->> 'step')::bigint
    where user_id = p_user and confirmed_at is null;
  if not found then raise exception 'factor_wrong' using errcode = 'FT409'; end if;
  perform keep_factor_proof(p_user, p_at, p_proof);
  delete from recovery_codes where user_id = p_user;
  insert into recovery_codes (user_id, code_hash) select p_user, unnest(p_codes);
  update users set factor_at_log_in = true
    where id = p_user and not exists (select 1 from passkeys where user_id = p_user);
end $$;

-- Removes the authenticator and its recovery codes. Returns false if it was not on.
create or replace function remove_totp(p_user bigint, p_session text, p_at bigint) returns boolean
language plpgsql security definer as $$
begin
  perform require_session(p_user, p_session, p_at);
  delete from recovery_codes where user_id = p_user;
  delete from totp_factors where user_id = p_user and confirmed_at is not null;
  return found;
end $$;

-- Uses a second factor up and returns the id of its stored proof, null if it was used before: a code's time step only
-- rises, a recovery code counts once, and a passkey answers one challenge. p_digests: what a recovery code may be stored
-- as. Using a passkey proves that it is not lost, and cancels its removal.
create or replace function use_factor(p_user bigint, p_at bigint, p_proof jsonb, p_digests bytea[])
returns bigint language plpgsql security definer as $$
declare
  kind text := p_proof ->> 'kind';
begin
  if kind = 'totp' then
    update totp_factors set last_step = (p_proof ->> 'step')::bigint
      where user_id = p_user and confirmed_at is not null and last_step < (p_proof ->> 'step')::bigint
        and abs((p_proof ->> 'step')::bigint - p_at / 30000) <= 1;
  elsif kind = 'recovery' then
    update recovery_codes set used_at = p_at
      where user_id = p_user and code_hash = any (p_digests) and used_at is null;
  else
    update passkeys set counter = (p_proof ->> 'newCounter')::bigint, last_used_at = p_at, removal_at = null
      where user_id = p_user and id = p_proof ->> 'keyId' and origin = p_proof ->> 'origin'
        and public_key = decode(p_proof ->> 'publicKey', 'hex') and counter = (p_proof ->> 'counter')::bigint;
  end if;
  if not found then return null; end if;
  return keep_factor_proof(p_user, p_at, p_proof);
end $$;

-- Adds a passkey. Returns false if the credential exists already. p_passkey: id, name, public_key (hexadecimal),
-- counter, transports, origin. As the first factor it is required at log-in from then on.
create or replace function add_passkey(p_user bigint, p_session text, p_passkey jsonb, p_at bigint)
returns boolean language plpgsql security definer as $$
declare
  made passkeys := jsonb_populate_record(null::passkeys,
    p_passkey || jsonb_build_object('public_key', '\x' || (p_passkey ->> 'public_key')));
begin
  perform require_session(p_user, p_session, p_at);
  update users set factor_at_log_in = true where id = p_user
    and not exists (select 1 from passkeys where user_id = p_user)
    and not exists (select 1 from totp_factors where user_id = p_user and confirmed_at is not null);
  insert into passkeys (id, user_id, name, public_key, counter, transports, origin, created_at)
    values (made.id, p_user, made.name, made.public_key, made.counter, made.transports, made.origin, p_at)
    on conflict do nothing;
  return found;
end $$;

-- Removes a passkey. Returns false if the user has none of this id.
create or replace function remove_passkey(p_user bigint, p_session text, p_id text, p_at bigint) returns boolean
language plpgsql security definer as $$
begin
  perform require_session(p_user, p_session, p_at);
  delete from passkeys where user_id = p_user and id = p_id;
  return found;
end $$;

-- Removes a passkey in 48 hours, unless it is used until then, and returns its name. A repeated request does not delay
-- it. Null if the user has none of this id.
create or replace function postpone_passkey_removal(p_user bigint, p_session text, p_id text, p_at bigint)
returns text language plpgsql security definer as $$
declare
  removed text;
begin
  perform require_session(p_user, p_session, p_at);
  perform require_present(p_at);
  update passkeys set removal_at = coalesce(removal_at, p_at + 172800000)
    where user_id = p_user and id = p_id returning name into removed;
  return removed;
end $$;

-- Removes a passkey whose time is over. Returns false if it is not.
create or replace function remove_due_passkey(p_user bigint, p_id text, p_at bigint) returns boolean
language plpgsql security definer as $$
begin
  perform require_past(p_at);
  delete from passkeys where user_id = p_user and id = p_id and removal_at <= p_at;
  return found;
end $$;

-- Sets whether a user's log-in requires a second factor.
create or replace function ask_factor_at_log_in(p_user bigint, p_session text, p_on boolean, p_at bigint)
returns void language plpgsql security definer as $$
begin
  perform require_session(p_user, p_session, p_at);
  update users set factor_at_log_in = p_on where id = p_user;
end $$;

-- Trigger. A key is destroyed with what it sealed and never exchanged. That of an authenticator stays, because its user
-- would be locked out, until the account is closed.
create or replace function user_keys_stay() returns trigger language plpgsql as $$
begin
  if new.wrapped is distinct from old.wrapped and (new.wrapped is not null
      or old.purpose = 'totp' and not is_closed(old.user_id)) then
    raise exception 'key % stays', old.id using errcode = 'FT900';
  end if;
  return new;
end $$;
create or replace trigger user_keys_stay before update on user_keys for each row execute function user_keys_stay();
