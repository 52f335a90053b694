-- The rights of the server's roles, granted again at every start. None owns a table or is a superuser. Money, orders and
-- settlements change only through the SECURITY DEFINER functions that are listed at the end.
-- A new table or function gets its rights here, and its row with the worst use of them in tests/support/grants.ts.

revoke create on schema public from public;
grant usage on schema public to fairtick_market, fairtick_settlement, fairtick_credentials, fairtick_auditor, fairtick_app;
revoke all on all tables in schema public from public,
  fairtick_market, fairtick_settlement, fairtick_credentials, fairtick_auditor, fairtick_app;
revoke all on all sequences in schema public from public,
  fairtick_market, fairtick_settlement, fairtick_credentials, fairtick_auditor, fairtick_app;

-- The market: the public log of prices. It reads no user, order or password.
grant select on products, product_terms, terms_schedule, product_maintenance, ticks, tick_inputs, tick_heads,
  tick_days, tick_day_ends, candles, signing_keys, checkpoints, checkpoint_nodes, chain_records, chain_heads, seed_epochs, instance to fairtick_market;
grant insert on products, product_terms, terms_schedule to fairtick_market;
grant select (seq, hash) on operator_log_head to fairtick_market;
grant insert, update on candles to fairtick_market;
grant insert, update (seed, link, signature, randomness, closed) on seed_epochs to fairtick_market;
grant update (feed_source, feed_state) on instance to fairtick_market;

-- The settlement: what an order was for, and how it ended. It does not read whose an order is.
grant select on products to fairtick_settlement;
grant select (id, product_id, direction, stake, payout_rate, payout, duration_ms, accepted_at,
  starts_at, expires_at, terms_id, rule_version, source, status, entry_seq, entry_time, entry_price)
  on orders to fairtick_settlement;
grant select (order_id, product_id, outcome, void_reason, entry_seq, exit_seq, exit_time, exit_price,
  profit_and_loss, settled_at) on settlements to fairtick_settlement;
grant select (id, product_id, direction, stake, payout_rate, starts_at, expires_at)
  on order_refusals to fairtick_settlement;
grant select on refusal_outcomes to fairtick_settlement;
grant select (id, scope, subject, since, status, ended_at, amount) on frozen to fairtick_settlement;

-- The credentials: what passwords are compared with.
grant select (id, account, password_hash, trading_password_hash) on users to fairtick_credentials;
grant select (id, password_hash) on operators to fairtick_credentials;

-- The auditor: receipts, checkpoints and second factors with the keys that they are verified by. It does not read whose
-- an order is, and can only stop what does not verify.
grant select on products, checkpoints, signing_keys, tick_days to fairtick_auditor;
grant select (id, product_id, direction, stake, payout_rate, payout, duration_ms, accepted_at, starts_at, expires_at,
  terms_id, rule_version, source, status, entry_seq, entry_time, entry_price, receipt_text, receipt_signature,
  receipt_key_id) on orders to fairtick_auditor;
grant select (order_id, exit_seq, exit_time, exit_price, settled_at, void_reason, profit_and_loss)
  on settlements to fairtick_auditor;
grant select (id, scope, subject, since, ended_at, amount) on frozen to fairtick_auditor;
grant select (id, kind, ref) on transfers to fairtick_auditor;
grant select on act_proofs to fairtick_auditor;
grant select (operator_id, secret_sealed, enrolled_at) on operator_factors to fairtick_auditor;
grant select (user_id, key_id, secret_sealed, confirmed_at) on totp_factors to fairtick_auditor;
grant select (id, operator_id, public_key) on operator_passkeys to fairtick_auditor;
grant select (id, user_id, public_key) on passkeys to fairtick_auditor;
grant select (id, wrapped) on user_keys to fairtick_auditor;

-- Everything else, but nothing that a password or a recovery code is compared with, and partitions through their table
-- alone: those that are made later have no rights either.
grant select on all tables in schema public to fairtick_app;
do $$
declare t regclass;
begin
  for t in select oid from pg_class where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r' loop
    execute format('revoke all on %s from fairtick_app', t);
  end loop;
end $$;
do $$
declare
  hidden constant jsonb := '{"users": ["password_hash", "trading_password_hash"], "operators": ["password_hash"],
    "recovery_codes": ["code_hash"], "pending_passwords": ["login_hash", "trading_hash"]}';
  t text;
begin
  for t in select jsonb_object_keys(hidden) loop
    execute format('revoke select on %I from fairtick_app', t);
    execute format('grant select (%s) on %I to fairtick_app', (
      select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = t::regclass and attnum > 0 and not attisdropped and not hidden -> t ? attname::text), t);
  end loop;
end $$;
-- Orders and photos have their numbers before they are stored.
grant usage on sequence orders_id_seq, photos_id_seq to fairtick_app;
grant insert on device_keys to fairtick_app;
grant insert, update on alert_marks to fairtick_app;
-- A trigger allows only own settled orders, and a code is revoked once and for ever.
grant insert, update (revoked_at) on shared_receipts to fairtick_app;

-- A user without a password, as whom no one can log in. A trigger lets a session end, and nothing else.
grant insert (account, phone, nickname, opening_code, invited_by, created_at) on users to fairtick_app;
grant update (revoked_at, device_trusted) on sessions to fairtick_app;
grant insert, update, delete on throttle_buckets to fairtick_app;
grant insert, update (read_at) on messages to fairtick_app;
grant update (nickname, safety_word) on users to fairtick_app;
grant insert, update (wrapped, destroyed_at) on user_keys to fairtick_app;
grant insert, update (claimed_at, deleted_at, case_closed_at) on photos to fairtick_app;
grant insert on verifications to fairtick_app;
grant insert, update on log_in_alarms to fairtick_app;
-- A trigger leaves messages of staff to write_as_staff.
grant insert on support_messages to fairtick_app;
grant insert, update (last_id, waiting_since, user_delivered, user_read, staff_delivered, staff_read)
  on support_threads to fairtick_app;
grant insert, update, delete on passkey_challenges to fairtick_app;

-- Sessions and passkeys of operators, and all that operators decide, change through functions that check the session.
-- Only the command line writes secrets of operators.
grant insert, update, delete on operator_challenges to fairtick_app;
grant insert, update (seen_at) on operator_places to fairtick_app;
grant insert, update (refused, latest_at, latest_from) on operator_refusals to fairtick_app;

-- `for update` on the mutex row needs the right to update it. The row has only its key.
grant update on user_mutex to fairtick_app;
grant insert on push_keys to fairtick_app;
grant insert, update, delete on push_devices to fairtick_app;
grant insert, update on push_switches to fairtick_app;

-- Definer functions have a fixed search path, so that a caller cannot redirect them, and a role may call only those
-- that are listed here: otherwise any user of a shared PostgreSQL could call post().
do $$
declare
  f regprocedure;
  callers constant jsonb := '{
    "fairtick_market": ["append_checkpoint", "append_seeds_record", "append_ticks", "append_ticks_and_inputs",
      "close_tick_day", "drop_tick_day", "note_archived_day", "register_signing_key", "renew_lease", "seal_orders",
      "tree_holds_orders"],
    "fairtick_settlement": ["decide_refusal", "enter_orders", "settle_orders", "undo_late_order",
      "waiting_orders"],
    "fairtick_credentials": ["admit_log_in", "prepare_password", "prepare_recovery",
      "prepare_registration"],
    "fairtick_auditor": ["check_ledger", "check_tick_day", "halt_money", "present_checkpoint", "refuse_proof", "refuse_receipt"],
    "fairtick_app": ["add_operator_passkey", "add_passkey", "answer_command", "append_devices_record",
      "apply_payout_change", "ask_factor_at_log_in", "ask_mail_address", "ask_recovery", "ask_to_close",
      "begin_command", "begin_maintenance", "cancel_alert", "cancel_redemption", "cancel_subscription",
      "claim_outlet", "close_account", "complete_recovery", "confirm_mail_address", "confirm_totp",
      "decide_legal_text", "drop_outbox_day", "end_desk_session", "end_frozen", "end_guests", "end_maintenance",
      "finish_outlet", "freeze_faults", "halt_drained", "hit_alerts", "hold_for_factor", "keep_account",
      "lapse_outlet", "lapse_recoveries", "lift_restore_hold", "lock_own_account", "mark_frozen", "move_deposit",
      "move_payout_change", "move_recovery", "open_recovery", "store_recovery_picture", "veto_by_word",
      "veto_recovery",
      "move_verification", "move_withdrawal", "note_client_build", "note_client_reports", "note_failed_log_in",
      "note_refused_log_ins", "open_deposit",
      "open_desk_session", "open_fund_days", "open_guest", "open_guest_session", "open_redemption",
      "open_session", "open_subscription", "open_withdrawal", "place_order", "place_orders",
      "postpone_passkey_removal", "propose_fund_rate", "propose_legal_text", "propose_payout_change", "publish_curve_rates",
      "publish_fund_rate", "record_act", "refresh_statistics", "refuse_order", "register_guest", "register_user",
      "reject_fund_rate", "remove_due_passkey", "remove_mail_address", "remove_operator_passkey", "remove_passkey",
      "remove_totp", "replace_password", "send_announcement", "set_alert", "set_brand", "set_mail_language",
      "set_outlet_channels",
      "set_own_limit", "set_payout_account", "start_market_day", "start_totp", "sum_settled_day", "sweep_answers",
      "sweep_client_reports", "sweep_log_ins", "sweep_outlet", "sweep_sessions",
      "sweep_tickets", "take_practice_money", "tell_announcement", "tell_users", "touch_desk_session",
      "touch_session", "use_factor", "withdraw_news", "write_as_staff", "write_news"]
  }';
  caller text;
begin
  for f in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and pg_get_userbyid(p.proowner) = current_user
  loop
    execute format('alter function %s set search_path = public, pg_temp', f);
    execute format('revoke execute on function %s from public,
      fairtick_market, fairtick_settlement, fairtick_credentials, fairtick_auditor, fairtick_app', f);
    for caller in
      select key from jsonb_each(callers) where value ? (select proname::text from pg_proc where oid = f)
    loop
      execute format('grant execute on function %s to %I', f, caller);
    end loop;
  end loop;
end $$;
