-- The baseline, what is append-only: rows of the first list are never changed or removed, and no table of either list
-- is emptied. Triggers of their own decide how rows of the second list may change.
do $$
declare
  t text;
  append_only constant text[] := array[
    'product_terms', 'terms_schedule', 'ticks', 'tick_inputs', 'tick_day_ends', 'tick_breaks', 'signing_keys',
    'checkpoints', 'checkpoint_nodes', 'checkpoints_presented', 'chain_records', 'act_proofs', 'refused_proofs',
    'act_proof_start', 'password_changes', 'session_evidence', 'credential_start', 'transfers', 'entries',
    'practice_issues', 'frozen_proposals', 'device_keys', 'settlements', 'order_refusals', 'refusal_outcomes',
    'order_records', 'order_leaves', 'order_leaf_start', 'refused_receipts', 'own_limit_changes', 'withdrawal_holds',
    'fund_rates', 'fund_redemption_lots', 'fund_accruals', 'push_keys', 'support_messages', 'operator_log'
  ];
  never_emptied constant text[] := array[
    'guests', 'password_tickets', 'frozen', 'orders', 'shared_receipts', 'own_limits', 'price_alerts', 'deposits',
    'withdrawals', 'fund_rate_proposals', 'fund_lots', 'fund_redemptions', 'announcements'
  ];
begin
  foreach t in array append_only loop
    execute format('create trigger %1$s_append_only before update or delete on %1$s
      for each row execute function refuse_change()', t);
  end loop;
  foreach t in array append_only || never_emptied loop
    execute format('create trigger %1$s_no_truncate before truncate on %1$s execute function refuse_change()', t);
  end loop;
end $$;
