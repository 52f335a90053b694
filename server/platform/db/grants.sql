-- The rights of the server's role, granted again at every start. The role reads all tables. Money, orders and
-- settlements change only through the SECURITY DEFINER functions.

do $$ begin
  -- A superuser may use the role without being a member. Other owners need the membership.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant fairtick_app to %I with inherit false, set true', current_user);
  end if;
end $$;

revoke create on schema public from public;
grant usage on schema public to fairtick_app;
revoke all on all tables in schema public from fairtick_app;
grant select on all tables in schema public to fairtick_app;
revoke all on all sequences in schema public from fairtick_app;
grant usage, select on all sequences in schema public to fairtick_app;
grant execute on all functions in schema public to fairtick_app;

grant insert on ticks, checkpoints, product_terms, signing_keys, chain_records, device_keys,
  order_refusals, refusal_outcomes, order_leaves to fairtick_app;
grant update (seq, time_ms, hash) on chain_heads to fairtick_app;
grant insert, update on candles, products, alert_marks to fairtick_app;
grant insert, update (seed, link, signature, randomness, closed) on seed_epochs to fairtick_app;
grant update (feed_source, feed_state) on instance to fairtick_app;

grant insert on users to fairtick_app;
grant insert, update on sessions to fairtick_app;
grant insert, update, delete on throttle_buckets to fairtick_app;
grant insert, update (read_at) on messages to fairtick_app;
grant insert on announcements to fairtick_app;
grant update (nickname, profile_version, safety_word, withdrawals_held_until, factor_at_log_in)
  on users to fairtick_app;
grant insert, update (wrapped, destroyed_at) on user_keys to fairtick_app;
grant insert, update (claimed_at, deleted_at, case_closed_at) on photos to fairtick_app;
grant insert on verifications, log_ins to fairtick_app;
grant delete, update (times, last_at, user_agent, address, addresses) on log_ins to fairtick_app;
grant insert, update on log_in_alarms to fairtick_app;
-- A trigger prevents limits from being loosened early, and writes the history.
grant insert, update (value, next_value, next_at, changed_at) on own_limits to fairtick_app;
grant insert, update (replaced_at) on payout_accounts to fairtick_app;
grant insert, update (status, decided_by, decided_at) on payout_changes to fairtick_app;
grant insert, update (status, decided_by, decided_at, reason) on fund_rate_proposals
  to fairtick_app;
grant insert on support_messages to fairtick_app;
grant insert, update (last_id, waiting_since, user_delivered, user_read, staff_delivered, staff_read)
  on support_threads to fairtick_app;
grant insert, update, delete on totp_factors, recovery_codes, passkeys, passkey_challenges
  to fairtick_app;

grant insert on operator_sessions, product_maintenance to fairtick_app;
grant update (revoked_at, active_at) on operator_sessions to fairtick_app;
-- Only the command line writes secrets of operators.
grant update (last_step) on operator_factors to fairtick_app;
grant insert, update, delete on operator_passkeys, operator_challenges to fairtick_app;
grant insert, update (seen_at) on operator_places to fairtick_app;
grant insert, update (refused, latest_at, latest_from) on operator_refusals to fairtick_app;
grant insert, update (confirmed_by, confirmed_at) on money_proposals to fairtick_app;
grant update (halted_at, ended_by, ended_at) on product_maintenance to fairtick_app;

-- `for update` on the mutex row needs the right to update it. The row has only its key.
grant update on user_mutex to fairtick_app;
grant insert, update (response) on idempotency to fairtick_app;
grant insert on push_keys to fairtick_app;
grant insert, update, delete on push_devices to fairtick_app;
grant insert, update on push_switches to fairtick_app;
grant insert on ledger_halts to fairtick_app;

-- Definer functions have a fixed search path, so that a caller cannot redirect them. Only their owner and the server's
-- role may call them: otherwise any user of a shared PostgreSQL could call post().
do $$
declare f regprocedure;
begin
  for f in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and pg_get_userbyid(p.proowner) = current_user
  loop
    execute format('alter function %s set search_path = public, pg_temp', f);
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;
