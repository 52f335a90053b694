-- Who acts: sessions of operators, their second factors, and the check that each act of an operator begins with.

-- Refuses a moment that is over a minute before the newest checkpoint, so that no act is dated back.
create or replace function require_present(p_at bigint) returns void language plpgsql as $$
begin
  if p_at < (select time_ms from checkpoints order by number desc limit 1) - 60000 then
    raise exception 'unavailable' using errcode = 'FT503',
      hint = 'The moment is before the newest checkpoint.';
  end if;
end $$;

-- The live session of a secret, which only the operator's browser and the request hold; the table has its hash. Null if
-- the session is ended, expired or idle, or its operator is disabled. An operator is idle after 15 minutes.
create or replace function live_desk_session(p_secret text, p_at bigint)
returns table (id bigint, operator_id bigint, name text, active_at bigint)
language sql stable as $$
  select s.id, s.operator_id, o.name, s.active_at
  from operator_sessions s join operators o on o.id = s.operator_id
  where s.secret_hash = sha256(convert_to(p_secret, 'UTF8')) and s.revoked_at is null
    and s.expires_at > p_at and s.active_at > p_at - 900000 and o.disabled_at is null
$$;

-- The first check of every act: p_actor has a live session with this secret, or is the practice reviewer where it
-- decides. Raises FT409 not_found otherwise, as for a stranger to the desk, and account_frozen for one that the checks
-- stopped.
create or replace function require_actor(p_actor text, p_secret text, p_at bigint) returns void
language plpgsql as $$
declare
  operator bigint;
begin
  perform require_present(p_at);
  if p_actor = 'practice-reviewer' and p_secret is null
    and (select practice and practice_reviewer from act_rules) then return; end if;
  select operator_id into operator from live_desk_session(p_secret, p_at) s where s.name = p_actor;
  if operator is null then raise exception 'not_found' using errcode = 'FT409'; end if;
  if exists (select 1 from frozen f where f.scope = 'operator' and f.subject = operator and f.ended_at is null) then
    raise exception 'account_frozen' using errcode = 'FT409';
  end if;
end $$;

-- As require_actor, for acts that the practice reviewer does not take.
create or replace function require_operator(p_actor text, p_secret text, p_at bigint) returns void
language plpgsql as $$
begin
  if p_secret is null then raise exception 'not_found' using errcode = 'FT409'; end if;
  perform require_actor(p_actor, p_secret, p_at);
end $$;

-- Stores the proof of a second factor with what it proved, and that of a withdrawal with the use of the factor. A
-- passkey's challenge is answered once.
create or replace function keep_proof(
  p_act text, p_ref bigint, p_owner bigint, p_at bigint, p_proof jsonb, p_logged bigint default null
) returns void language sql as $$
  insert into act_proofs (act, ref, owner_id, at, log_seq, kind, code, key_id, public_key, counter, origin, challenge,
    answer, use_id)
  values (p_act, p_ref, p_owner, p_at, p_logged, p_proof ->> 'kind', p_proof ->> 'code', p_proof ->> 'keyId',
    decode(p_proof ->> 'publicKey', 'hex'), (p_proof ->> 'counter')::bigint, p_proof ->> 'origin',
    p_proof ->> 'challenge', p_proof -> 'answer', (p_proof ->> 'use')::bigint)
$$;

-- Stores that a proof does not verify. The next check finds it, and what it proved is frozen.
create or replace function refuse_proof(p_id bigint) returns void language sql security definer as $$
  insert into refused_proofs (proof_id) values (p_id) on conflict do nothing
$$;

-- Uses a proof of an operator up. False if it was used before: a code's time step only rises, and a passkey answers the
-- challenge that was stored for it.
create or replace function use_operator_proof(p_operator bigint, p_at bigint, p_proof jsonb)
returns boolean language plpgsql as $$
begin
  if p_proof ->> 'kind' = 'totp' then
    update operator_factors set last_step = (p_proof ->> 'step')::bigint
      where operator_id = p_operator and last_step < (p_proof ->> 'step')::bigint
        and abs((p_proof ->> 'step')::bigint - p_at / 30000) <= 1;
    return found;
  end if;
  update operator_passkeys set counter = (p_proof ->> 'newCounter')::bigint, last_used_at = p_at
    where operator_id = p_operator and id = p_proof ->> 'keyId'
      and public_key = decode(p_proof ->> 'publicKey', 'hex') and origin = p_proof ->> 'origin'
      and counter = (p_proof ->> 'counter')::bigint;
  return found;
end $$;

-- Opens a session for an enrolled operator by a second factor, with its line in the log. Returns false if the proof was
-- used before. It lasts at most twelve hours. The server has verified the proof; the database stores it.
create or replace function open_desk_session(
  p_operator bigint, p_secret_hash bytea, p_at bigint, p_expires bigint, p_proof jsonb
) returns boolean language plpgsql security definer as $$
declare
  o operators;
  session bigint;
begin
  perform require_present(p_at);
  select * into strict o from operators where id = p_operator;
  if o.disabled_at is not null or p_expires > p_at + 43200000
    or not exists (select 1 from operator_factors where operator_id = p_operator) then
    raise exception 'login_failed' using errcode = 'FT409';
  end if;
  if not use_operator_proof(p_operator, p_at, p_proof) then return false; end if;
  insert into operator_sessions (operator_id, secret_hash, created_at, active_at, expires_at)
    values (p_operator, p_secret_hash, p_at, p_at, p_expires) returning id into session;
  perform keep_proof('desk_log_in', session, p_operator, p_at, p_proof,
    log_act(p_at, o.name, 'logged_in', null, ''));
  return true;
end $$;

-- Stores the latest activity of a live session.
create or replace function touch_desk_session(p_secret text, p_at bigint) returns void
language sql security definer as $$
  update operator_sessions set active_at = greatest(active_at, p_at)
  where id = (select id from live_desk_session(p_secret, p_at))
$$;

-- Ends a session. Returns its id, null if it has ended before.
create or replace function end_desk_session(p_secret text, p_at bigint) returns bigint
language sql security definer as $$
  update operator_sessions set revoked_at = p_at
  where secret_hash = sha256(convert_to(p_secret, 'UTF8')) and revoked_at is null
  returning id
$$;

-- Adds a passkey of the operator who asks. Returns false if the credential exists already.
create or replace function add_operator_passkey(p_actor text, p_secret text, p_passkey jsonb)
returns boolean language plpgsql security definer as $$
declare
  made operator_passkeys := jsonb_populate_record(null::operator_passkeys,
    p_passkey || jsonb_build_object('public_key', '\x' || (p_passkey ->> 'public_key')));
begin
  perform require_actor(p_actor, p_secret, made.created_at);
  select operator_id into strict made.operator_id from live_desk_session(p_secret, made.created_at);
  insert into operator_passkeys select made.* on conflict do nothing;
  if not found then return false; end if;
  perform log_act(made.created_at, p_actor, 'passkey_added', null, '');
  return true;
end $$;

-- Removes a passkey of the operator who asks. Returns false if there is none.
create or replace function remove_operator_passkey(p_actor text, p_secret text, p_id text, p_at bigint)
returns boolean language plpgsql security definer as $$
begin
  perform require_actor(p_actor, p_secret, p_at);
  delete from operator_passkeys p using live_desk_session(p_secret, p_at) s
    where p.id = p_id and p.operator_id = s.operator_id;
  if not found then return false; end if;
  perform log_act(p_at, p_actor, 'passkey_removed', null, '');
  return true;
end $$;

-- Logs what operators do that no other function logs: what they look at, and what they tell users. The guard of the
-- log-in logs refused attempts under its own name.
create or replace function record_act(
  p_at bigint, p_actor text, p_secret text, p_act text, p_user bigint, p_ref text, p_reason text
) returns bigint language plpgsql security definer as $$
begin
  if p_actor = 'desk-log-in' and p_act = 'log_in_refused' then
    perform require_present(p_at);
  else
    perform require_actor(p_actor, p_secret, p_at);
    if p_actor = 'practice-reviewer'
      or p_act ~ '^(deposit|withdrawal|payout_change|fund_rate|operator|passkey|product|brand|legal)_'
      or p_act like 'account\_recovery\_%' and p_act <> 'account_recovery_viewed'
      or p_act in ('logged_in', 'log_in_refused', 'verification_approve', 'verification_reject',
        'announcement_send', 'news_publish', 'news_withdraw') then
      raise exception 'act % is logged by its own function', p_act using errcode = 'FT903';
    end if;
  end if;
  return log_act(p_at, p_actor, p_act, p_user, p_ref, p_reason);
end $$;
