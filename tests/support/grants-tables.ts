/** The rights of the app on tables, as rows of grants.ts. */
import { type Right, read } from '#support/right.ts'

const READS: readonly Right[] = [
  read(
    'app',
    [
      'candles',
      'chain_heads',
      'chain_records',
      'checkpoint_nodes',
      'checkpoints',
      'checkpoints_presented',
      'device_keys',
      'fund_rates',
      'offered_key',
      'product_maintenance',
      'product_terms',
      'products',
      'seed_epochs',
      'settled_days',
      'signing_keys',
      'statistics',
      'terms_schedule',
      'tick_breaks',
      'tick_day_ends',
      'tick_days',
      'tick_heads',
      'tick_inputs',
      'ticks',
    ],
    { worst: 'Reads what is public.', stays: 'anyone may' },
  ),
  read('app', ['client_builds', 'client_reports'], {
    worst: 'Reads what browsers reported of errors and speed.',
    stays: 'it names no user and has no text of one',
  }),
  read(
    'app',
    [
      'account_marks',
      'act_faults',
      'act_proof_start',
      'act_rules',
      'alert_marks',
      'checkpoint_faults',
      'document_faults',
      'documents_decided',
      'documents_posted',
      'documents_reviewed',
      'fund_marks',
      'fund_posted',
      'fund_rate_faults',
      'instance',
      'ledger_faults',
      'ledger_halts',
      'ledger_marks',
      'leases',
      'restore_holds',
      'lost_checkpoints',
      'order_faults',
      'order_leaf_start',
      'order_leaves',
      'order_records',
      'refused_proofs',
      'refused_receipts',
      'results_recomputed',
      'schema_migrations',
      'session_faults',
      'tick_faults',
      'tick_marks',
      'transfer_faults',
      'unanswered_faults',
      'unsealed',
      'user_faults',
    ],
    {
      worst: 'Reads what the checks read, and the salts of orders that are not settled.',
      stays: 'it reads the orders themselves',
    },
  ),
  read(
    'app',
    [
      'accounts',
      'announcements',
      'brand_changes',
      'deposits',
      'entries',
      'frozen',
      'frozen_proposals',
      'fund_accounts',
      'fund_accruals',
      'fund_lots',
      'fund_rate_proposals',
      'fund_redemption_lots',
      'fund_redemptions',
      'guests',
      'idempotency',
      'legal_texts',
      'log_in_alarms',
      'mail_addresses',
      'market_days',
      'messages',
      'news',
      'money_proposals',
      'operator_log',
      'operator_log_head',
      'operator_places',
      'operator_refusals',
      'order_refusals',
      'orders',
      'outbox',
      'outbox_heads',
      'outlet_channels',
      'outlet_messages',
      'own_limit_changes',
      'own_limits',
      'payout_accounts',
      'payout_changes',
      'photos',
      'practice_issues',
      'price_alerts',
      'push_devices',
      'push_switches',
      'refusal_outcomes',
      'settled_traders',
      'settlements',
      'shared_receipts',
      'support_messages',
      'support_threads',
      'throttle_buckets',
      'ticket_sweep',
      'transfers',
      'user_mutex',
      'user_results',
      'verifications',
      'withdrawal_holds',
      'withdrawals',
    ],
    {
      worst: 'Reads what all users did, and their masked data.',
      stays: 'it answers their requests; names, numbers and photos are sealed',
    },
  ),
]

const WRITES: readonly Right[] = [
  {
    rights: ['app insert device_keys'],
    worst: 'Registers a key in the name of a user, and signs orders by it.',
    end: {
      stays:
        'a key counts from its record in the public chain on, and a receipt claims no more than a registered key',
    },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `insert into device_keys (key_id, user_id, public_key, seq, registered_at)
            values ('0123456789abcdef', ${ids.other}, 'mine', 1000000, ${nowMs})`,
      ],
      twin: 'select count(*) from device_keys',
    },
  },
  {
    rights: ['app insert alert_marks', 'app update alert_marks'],
    worst: 'Skips ticks, so that price alerts are not sent.',
    end: { stays: 'the alert stays active and is listed as such; it moves nothing' },
    tried: {
      sql: [
        ({ ids }) =>
          `insert into alert_marks values (${ids.product}, 1000000000)
            on conflict (product_id) do update set judged_seq = 1000000000`,
      ],
      twin: 'select count(*) from alert_marks',
    },
  },
  {
    rights: ['app insert messages', 'app update messages (read_at)'],
    worst: 'Tells a user something false in one of the fixed texts, or marks it as read.',
    end: {
      stays: 'the text names no link and no account; money, orders and documents show what is true',
    },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `insert into messages (user_id, kind, params, sent_at)
            values (${ids.other}, 'password_changed', '{}', ${nowMs})`,
        ({ ids, nowMs }) => `update messages set read_at = ${nowMs} where user_id = ${ids.other}`,
      ],
      twin: ({ ids }) => `select count(*) from messages where user_id = ${ids.user}`,
    },
  },
  {
    rights: ['app insert support_messages'],
    worst: 'Writes to a user in the name of an operator.',
    end: { prevented: 'FT903' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `insert into support_messages (user_id, author, operator, text, sent_at, intent_key)
            values (${ids.user}, 'staff', 'anna', 'Send me your password.', ${nowMs}, 'insider')`,
      ],
      twin: ({ ids, nowMs }) =>
        `insert into support_messages (user_id, author, text, sent_at, intent_key)
          values (${ids.user}, 'user', 'Where is my money?', ${nowMs}, 'honest')`,
    },
  },
  {
    rights: [
      'app insert support_threads',
      'app update support_threads (last_id staff_delivered staff_read user_delivered ' +
        'user_read waiting_since)',
    ],
    worst: 'Takes a user’s conversation off the list of those who wait.',
    end: { stays: 'the messages stay, and the next one of the user puts it back' },
    tried: {
      sql: ['update support_threads set waiting_since = null'],
      twin: 'select count(*) from support_threads',
    },
  },
  {
    rights: ['app insert user_keys', 'app update user_keys (destroyed_at wrapped)'],
    worst: 'Destroys or swaps the key of a user’s identity, payout account or authenticator.',
    end: { prevented: 'FT900' },
    tried: {
      sql: [
        "update user_keys set wrapped = null, destroyed_at = 1 where purpose not in ('photos', 'proofs')",
        "update user_keys set wrapped = 'mine'",
      ],
      twin: 'update user_keys set wrapped = wrapped',
    },
  },
  {
    rights: [
      'app insert photos',
      'app update photos (case_closed_at claimed_at deleted_at)',
      'app usage photos_id_seq',
    ],
    worst: 'Marks photos as deleted, or destroys the key of photos.',
    end: { stays: 'a review then has no picture and is rejected; the decision and its log stay' },
    tried: {
      sql: ['update photos set deleted_at = deleted_at', "select nextval('photos_id_seq')"],
      twin: 'select count(*) from photos',
    },
  },
  {
    rights: ['app insert verifications'],
    worst: 'Stores an identity as verified that no operator saw.',
    end: { prevented: 'FT902' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `insert into verifications (user_id, nationality, key_id, name_sealed, id_number_sealed,
              name_mask, id_number_mask, document_digest, front_photo, back_photo, status, submitted_at)
            select ${ids.other}, nationality, key_id, name_sealed, id_number_sealed, name_mask,
              id_number_mask, 'other', front_photo, back_photo, 'verified', ${nowMs} from verifications`,
      ],
      twin: 'select count(*) from verifications',
    },
  },
  {
    rights: ['app insert log_in_alarms', 'app update log_in_alarms'],
    worst: 'Keeps a user from being told of refused log-ins.',
    end: { stays: 'the refusals stay in the list of log-ins' },
    tried: {
      sql: ['update log_in_alarms set untold = 0'],
      twin: 'select count(*) from log_in_alarms',
    },
  },
  {
    rights: [
      'app insert throttle_buckets',
      'app update throttle_buckets',
      'app delete throttle_buckets',
    ],
    worst: 'Lifts the limits of guesses, or refuses all log-ins.',
    end: { stays: 'it has the hashes to guess by, and can serve nothing at all' },
    tried: { sql: ['delete from throttle_buckets'], twin: 'select count(*) from throttle_buckets' },
  },
  {
    rights: [
      'app insert operator_challenges',
      'app update operator_challenges',
      'app delete operator_challenges',
    ],
    worst: 'Sets the challenge that an operator’s passkey answers, to use an answer again.',
    end: { prevented: 'login_failed' },
    tried: { act: 'one operator logs in with the answer of a passkey that was used' },
  },
  {
    rights: [
      'app insert operator_places',
      'app update operator_places (seen_at)',
      'app insert operator_refusals',
      'app update operator_refusals (latest_at latest_from refused)',
    ],
    worst: 'Makes the place of a log-in known, or changes how many were refused.',
    end: { stays: 'each log-in is in the operator log, with its proof' },
    tried: {
      sql: ['update operator_refusals set refused = 0'],
      twin: 'select count(*) from operator_places',
    },
  },
  {
    rights: ['app insert shared_receipts', 'app update shared_receipts (revoked_at)'],
    worst: 'Shares a receipt of a user who did not.',
    end: { prevented: 'FT900' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `insert into shared_receipts (code, user_id, order_id, created_at)
            values ('aaaaaaaaaaaaaaaaaaaaaa', ${ids.other}, ${ids.settled}, ${nowMs})`,
      ],
      twin: 'select count(*) from shared_receipts',
    },
  },
  {
    rights: [
      'app insert push_keys',
      'app insert push_devices',
      'app update push_devices',
      'app delete push_devices',
      'app insert push_switches',
      'app update push_switches',
    ],
    worst: 'Keeps a user’s devices from being notified, or adds one of its own.',
    end: {
      stays:
        'a push says that something happened, and carries no amount; the private half of the key is sealed',
    },
    tried: { sql: ['delete from push_devices'], twin: 'select count(*) from push_switches' },
  },
  {
    rights: ['app update user_mutex'],
    worst: 'Renames a user’s lock, so that no money of the user moves.',
    end: { prevented: 'FT900' },
    tried: {
      sql: ['update user_mutex set user_id = -user_id'],
      twin: 'select user_id from user_mutex limit 1 for update',
    },
  },
  {
    rights: ['app usage orders_id_seq'],
    worst: 'Uses numbers of orders up.',
    end: {
      stays: 'a number without an order is not in the log of prices; no order is hidden by it',
    },
    tried: { sql: ["select nextval('orders_id_seq')"], twin: 'select max(id) from orders' },
  },
  {
    rights: ['market', 'settlement', 'credentials', 'auditor', 'app']
      .map((role) => `${role} schema usage public`)
      .concat('PUBLIC schema usage public'),
    worst: 'Creates a table or function there.',
    end: { prevented: '42501' },
    tried: { act: 'app creates a function' },
  },
]

/** The rows. */
export const APP_TABLES: readonly Right[] = [...READS, ...WRITES]
