/** What each role of the server may do in the database, and how to read it from PostgreSQL's catalogue. */
import type { Queryable, RoleName } from '#server/platform/db/database.ts'

/**
 * The rights on each table and view, per role. Columns in parentheses are the only ones that the right covers. `app`
 * reads everything; what no role may update or delete is append-only or changes through functions alone.
 */
export const TABLES: Readonly<Record<string, string>> = {
  accounts: 'app read',
  act_faults: 'app read',
  act_proof_start: 'app read',
  act_proofs: 'app read',
  act_rules: 'app read',
  alert_marks: 'app read insert update',
  announcements: 'app read insert',
  candles: 'market read insert update; app read',
  chain_heads: 'market read; app read',
  chain_records: 'market read; app read',
  checkpoint_nodes: 'market read; app read',
  checkpoints: 'market read; app read',
  checkpoints_presented: 'app read',
  credential_start: 'app read',
  deposits: 'app read',
  device_keys: 'app read insert',
  documents_decided: 'app read',
  documents_posted: 'app read',
  documents_reviewed: 'app read',
  entries: 'app read',
  frozen: 'settlement read(amount ended_at id scope since status subject); app read',
  frozen_proposals: 'app read',
  fund_accounts: 'app read',
  fund_accruals: 'app read',
  fund_faults: 'app read',
  fund_lots: 'app read',
  fund_posted: 'app read',
  fund_rate_proposals: 'app read',
  fund_rates: 'app read',
  fund_redemption_lots: 'app read',
  fund_redemptions: 'app read',
  guests: 'app read',
  idempotency: 'app read insert update(response)',
  instance: 'market read update(feed_source feed_state); app read',
  ledger_faults: 'app read',
  ledger_halts: 'app read insert',
  lost_checkpoints: 'app read',
  log_in_alarms: 'app read insert update',
  log_ins: 'app read',
  messages: 'app read insert update(read_at)',
  money_proposals: 'app read',
  operator_challenges: 'app read insert update delete',
  operator_factors: 'app read',
  operator_log: 'app read',
  operator_log_head: 'market read(hash seq); app read',
  operator_passkeys: 'app read',
  operator_places: 'app read insert update(seen_at)',
  operator_refusals: 'app read insert update(latest_at latest_from refused)',
  operator_sessions: 'app read',
  operators: 'credentials read(id password_hash); app read(created_at disabled_at id name)',
  order_leaf_start: 'app read',
  order_leaves: 'app read',
  order_records: 'app read',
  order_refusals: [
    'settlement read(direction expires_at id payout_rate product_id stake starts_at)',
    'app read',
  ].join('; '),
  orders: [
    'settlement read(accepted_at direction duration_ms entry_price entry_seq entry_time expires_at id ' +
      'payout payout_rate product_id rule_version source stake starts_at status terms_id)',
    'app read',
  ].join('; '),
  outbox: 'app read',
  outbox_heads: 'app read',
  own_limit_changes: 'app read',
  own_limits: 'app read insert update(changed_at next_at next_value value)',
  password_changes: 'app read',
  password_tickets: 'app read',
  passkey_challenges: 'app read insert update delete',
  passkeys: 'app read',
  payout_accounts: 'app read',
  payout_changes: 'app read',
  pending_passwords: 'app read(at ticket_id)',
  photos: 'app read insert update(case_closed_at claimed_at deleted_at)',
  practice_issues: 'app read',
  price_alerts: 'app read',
  product_maintenance: 'market read; app read insert update(ended_at ended_by halted_at)',
  product_terms: 'market read insert; app read',
  products: 'market read insert; settlement read; app read',
  push_devices: 'app read insert update delete',
  push_keys: 'app read insert',
  push_switches: 'app read insert update',
  recovery_codes: 'app read(used_at user_id)',
  refusal_outcomes: 'settlement read; app read',
  refused_receipts: 'app read',
  refused_proofs: 'app read',
  results_recomputed: 'app read',
  schema_migrations: 'app read',
  seed_epochs: 'market read insert update(closed link randomness seed signature); app read',
  session_evidence: 'app read',
  sessions: 'app read update(device_trusted revoked_at)',
  settlements: [
    'settlement read(entry_seq exit_price exit_seq exit_time order_id outcome product_id ' +
      'profit_and_loss settled_at void_reason)',
    'app read',
  ].join('; '),
  shared_receipts: 'app read insert update(revoked_at)',
  signing_keys: 'market read insert; app read',
  statistics: 'app read',
  support_messages: 'app read insert',
  support_threads:
    'app read insert update(last_id staff_delivered staff_read user_delivered user_read waiting_since)',
  terms_schedule: 'market read insert; app read',
  throttle_buckets: 'app read insert update delete',
  tick_faults: 'app read',
  tick_inputs: 'market read; app read',
  ticks: 'market read; app read',
  totp_factors: 'app read',
  transfers: 'app read',
  unanswered_faults: 'app read',
  unsealed: 'app read',
  user_keys: 'app read insert update(destroyed_at wrapped)',
  user_mutex: 'app read update',
  user_results: 'app read',
  users: [
    'credentials read(account id password_hash trading_password_hash)',
    'app read(account account_key created_at factor_at_log_in has_password id invited_by nickname ' +
      'opening_code phone profile_version safety_word) ' +
      'insert(account created_at invited_by nickname opening_code phone) ' +
      'update(nickname profile_version safety_word)',
  ].join('; '),
  verifications: 'app read insert',
  withdrawal_holds: 'app read',
  withdrawals: 'app read',
}

/** Functions that do more than their caller may: who may call each, and what keeps it from steering anything. */
export const FUNCTIONS: Readonly<Record<string, { caller: RoleName; limit: string }>> = {
  add_operator_passkey: {
    caller: 'app',
    limit: 'a passkey of the operator whose live session asks',
  },
  add_passkey: {
    caller: 'app',
    limit: 'a passkey of the user whose live session asks, by its secret',
  },
  admit_log_in: {
    caller: 'credentials',
    limit: 'a ticket, which the app alone redeems, and once',
  },
  append_checkpoint: {
    caller: 'market',
    limit: 'continues the checkpoints and their tree, over heads that are in the log',
  },
  append_devices_record: {
    caller: 'app',
    limit: 'continues the public chain of keys',
  },
  append_seeds_record: {
    caller: 'market',
    limit: 'continues the public chain of promises',
  },
  append_ticks: {
    caller: 'market',
    limit: 'continues the log: number, time and hash are checked',
  },
  append_ticks_and_inputs: {
    caller: 'market',
    limit: 'continues the log: number, time, inputs and hash are checked',
  },
  apply_payout_change: {
    caller: 'app',
    limit: 'the account of an approved change, once, with 48 h before withdrawals',
  },
  ask_factor_at_log_in: {
    caller: 'app',
    limit: 'of the user whose live session asks, by its secret',
  },
  begin_command: {
    caller: 'app',
    limit: 'claims an idempotency key and takes the user’s mutex',
  },
  cancel_alert: {
    caller: 'app',
    limit: 'a user’s own alert',
  },
  cancel_redemption: {
    caller: 'app',
    limit: 'a user’s own document',
  },
  cancel_subscription: {
    caller: 'app',
    limit: 'a user’s own document',
  },
  claim_key: {
    caller: 'app',
    limit: 'claims an idempotency key',
  },
  confirm_totp: {
    caller: 'app',
    limit: 'of the user whose live session asks, with the code, which is verified again',
  },
  decide_refusal: {
    caller: 'settlement',
    limit: 'stores what the log says, and nothing else',
  },
  end_desk_session: {
    caller: 'app',
    limit: 'ends a session by its secret',
  },
  end_frozen: {
    caller: 'app',
    limit:
      'two operators; lifts without a fault, or pays what the ticks or the document give; no result',
  },
  end_guests: {
    caller: 'app',
    limit: 'ends guests without a session, and removes where they came from; no money',
  },
  enter_orders: {
    caller: 'settlement',
    limit: 'stores what the log says, and nothing else',
  },
  hit_alerts: {
    caller: 'app',
    limit: 'ends alerts that a tick of the public log reached; no money, no order',
  },
  hold_withdrawals: {
    caller: 'app',
    limit: 'holds the withdrawals of a user; none is lifted',
  },
  mark_frozen: {
    caller: 'app',
    limit: 'stops what the invariants find faulty, which it reads itself',
  },
  move_deposit: {
    caller: 'app',
    limit: 'the next state of a document, amount frozen, by a live session',
  },
  move_payout_change: {
    caller: 'app',
    limit: 'the next state of a document, by a live session; two approve',
  },
  move_verification: {
    caller: 'app',
    limit: 'the next state of a document, by a live session',
  },
  move_withdrawal: {
    caller: 'app',
    limit: 'the next state of a document, amount and fee frozen, by a live session',
  },
  note_failed_log_in: {
    caller: 'app',
    limit: 'adds a failed attempt to a history, at most 20 per hour; none is changed',
  },
  note_refused_log_ins: {
    caller: 'app',
    limit: 'counts up in the newest refused line of the hour, or adds one',
  },
  open_deposit: {
    caller: 'app',
    limit: 'a user’s own document',
  },
  open_desk_session: {
    caller: 'app',
    limit: 'a session of an enrolled operator, with the proof, which is verified again',
  },
  open_fund_days: {
    caller: 'app',
    limit: 'what a new day brings, by the published rates; recomputed by the invariants',
  },
  open_guest: {
    caller: 'app',
    limit: 'a new user without a password or money, in practice mode, up to a limit',
  },
  open_guest_session: {
    caller: 'app',
    limit: 'a session of a new guest, by the key that only its device has',
  },
  open_redemption: {
    caller: 'app',
    limit: 'a user’s own document',
  },
  open_session: {
    caller: 'app',
    limit: 'a session of a user, by a ticket of the credentials, with the second factor',
  },
  open_subscription: {
    caller: 'app',
    limit: 'a user’s own document',
  },
  open_withdrawal: {
    caller: 'app',
    limit: 'a user’s own document',
  },
  outbox_append: {
    caller: 'app',
    limit: 'tells a user of something',
  },
  place_order: {
    caller: 'app',
    limit: 'a user’s own order, on the product’s terms',
  },
  place_orders: {
    caller: 'app',
    limit: 'as place_order, one order of each user',
  },
  postpone_passkey_removal: {
    caller: 'app',
    limit: 'in 48 h, of the user whose live session asks, by its secret',
  },
  prepare_password: {
    caller: 'credentials',
    limit: 'a hash that waits for the session of its user; alone it changes nothing',
  },
  prepare_registration: {
    caller: 'credentials',
    limit: 'hashes that wait for a registration; alone they change nothing',
  },
  present_checkpoint: {
    caller: 'app',
    limit: 'stores what devices show, and stops all money if the log lacks it; nothing else',
  },
  propose_fund_rate: {
    caller: 'app',
    limit: 'a proposal by a live session; alone it changes nothing',
  },
  propose_payout_change: {
    caller: 'app',
    limit: 'a proposal by a live session; alone it changes nothing',
  },
  publish_curve_rates: {
    caller: 'app',
    limit: 'the example curve, the same for everybody; none once an operator published',
  },
  publish_fund_rate: {
    caller: 'app',
    limit: 'the same for everybody, before its first day, by two operators',
  },
  record_act: {
    caller: 'app',
    limit: 'a line of the operator log by a live session, for acts that change nothing',
  },
  refresh_statistics: {
    caller: 'app',
    limit: 'what it writes it has worked out itself, from all settlements and decisions',
  },
  refuse_order: {
    caller: 'app',
    limit: 'stores a signed refusal of an order; moves no money',
  },
  refuse_proof: {
    caller: 'app',
    limit: 'stores that a proof does not verify; what it proved is then frozen',
  },
  refuse_receipt: {
    caller: 'app',
    limit: 'freezes an order; two operators end that',
  },
  register_guest: {
    caller: 'app',
    limit: 'gives a guest a name and the passwords of a ticket, once; no user who has a password',
  },
  register_user: {
    caller: 'app',
    limit: 'a new user, with the passwords of a ticket of the credentials',
  },
  reject_fund_rate: {
    caller: 'app',
    limit: 'the next state of a proposal, by a live session',
  },
  remove_due_passkey: {
    caller: 'app',
    limit: 'a passkey whose 48 h are over, by the checkpoints',
  },
  remove_operator_passkey: {
    caller: 'app',
    limit: 'a passkey of the operator whose live session asks',
  },
  remove_passkey: {
    caller: 'app',
    limit: 'a passkey of the user whose live session asks, by its secret',
  },
  remove_totp: {
    caller: 'app',
    limit: 'of the user whose live session asks, by its secret',
  },
  replace_password: {
    caller: 'app',
    limit: 'a hash that the credentials prepared, by the secret of a live session',
  },
  save_payout_account: {
    caller: 'app',
    limit: 'the first payout account of a user, and no second one',
  },
  seal_orders: {
    caller: 'market',
    limit: 'stores the leaves of a tree that the database makes itself',
  },
  set_alert: {
    caller: 'app',
    limit: 'a user’s own alert',
  },
  settle_orders: {
    caller: 'settlement',
    limit: 'stores what the log says, and nothing else',
  },
  start_totp: {
    caller: 'app',
    limit: 'of the user whose live session asks, by its secret; alone it turns nothing on',
  },
  sweep_log_ins: {
    caller: 'app',
    limit: 'deletes what is older than 180 days, by the checkpoints',
  },
  take_practice_money: {
    caller: 'app',
    limit: 'the day’s practice money, once, of the amount in act_rules',
  },
  tell_announcement: {
    caller: 'app',
    limit: 'tells users, in order, what was announced to everybody',
  },
  touch_desk_session: {
    caller: 'app',
    limit: 'the latest activity of a live session, by its secret',
  },
  touch_session: {
    caller: 'app',
    limit: '30 days more of a live session, 90 in all',
  },
  tree_holds_orders: {
    caller: 'market',
    limit: 'says whether a tree has acceptances, and not which',
  },
  undo_late_order: {
    caller: 'settlement',
    limit: 'returns a stake whose order was stored after its start, with a signed refusal',
  },
  use_factor: {
    caller: 'app',
    limit: 'uses a factor up, with the proof, which is verified again',
  },
  waiting_orders: {
    caller: 'settlement',
    limit: 'the ids of open and live orders that are not frozen, and which are of one user',
  },
}

interface TableRow {
  name: string
  role: string
  right: string
  columns: string[]
  all: boolean
}

/** Each table's and view's rights: `market read insert update(a b); app read`. The order of the roles is fixed. */
export async function tableRights(owner: Queryable): Promise<Record<string, string>> {
  const rows = await owner.query<TableRow>(
    `select c.relname as name, role.name as role, right_name.name as right,
        array_agg(a.attname::text order by a.attname)
          filter (where has_column_privilege(role.id, c.oid, a.attnum, right_name.name)) as columns,
        has_table_privilege(role.id, c.oid, right_name.name) as all
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      cross join (select oid as id, substr(rolname, 10) as name,
          array_position(array['market', 'settlement', 'credentials', 'app'], substr(rolname, 10)) as place
        from pg_roles where rolname in ('fairtick_market', 'fairtick_settlement', 'fairtick_credentials',
          'fairtick_app')) role
      cross join (values ('select', 1), ('insert', 2), ('update', 3), ('references', 4))
        right_name (name, place)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
      group by c.oid, c.relname, role.id, role.name, role.place, right_name.name, right_name.place
      union all
      select c.relname, role.name, right_name.name, null, true
      from pg_class c
      cross join (values ('market'), ('settlement'), ('credentials'), ('app')) role (name)
      cross join (values ('delete'), ('truncate'), ('trigger')) right_name (name)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
        and has_table_privilege('fairtick_' || role.name, c.oid, right_name.name)`,
  )
  const order = ['market', 'settlement', 'credentials', 'app']
  const rights = ['select', 'insert', 'update', 'delete', 'references', 'truncate', 'trigger']
  const said: Record<string, string> = {}
  for (const name of [...new Set(rows.map((row) => row.name))].toSorted()) {
    const parts = order.flatMap((role) => {
      const own = rows
        .filter(
          (row) => row.name === name && row.role === role && (row.all || row.columns !== null),
        )
        .toSorted((a, b) => rights.indexOf(a.right) - rights.indexOf(b.right))
        .map(({ right, columns, all }) => {
          const word = right === 'select' ? 'read' : right
          return all ? word : `${word}(${columns.join(' ')})`
        })
      return own.length === 0 ? [] : [[role, ...own].join(' ')]
    })
    said[name] = parts.join('; ')
  }
  return said
}

/** The roles that may call each function with more rights than its caller's; trigger functions are never called. */
export async function functionRights(owner: Queryable): Promise<Record<string, string>> {
  const rows = await owner.query<{ name: string; callers: string }>(
    `select p.proname as name, coalesce(string_agg(role.name, ' ' order by role.place)
        filter (where has_function_privilege('fairtick_' || role.name, p.oid, 'execute')), '') as callers
      from pg_proc p
      cross join (values ('market', 1), ('settlement', 2), ('credentials', 3), ('app', 4)) role (name, place)
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and p.prorettype <> 'trigger'::regtype
      group by p.oid, p.proname order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, callers }) => [name, callers]))
}
