/** The functions that the app may call, as rows of grants.ts. */
import type { Right } from '#support/right.ts'

/** What is asked for with the name of an operator and without the secret of a live session. */
const IN_SESSION: readonly [string, string][] = [
  ['add_operator_passkey', `'anna', 'guessed', '{"id":"x","public_key":"00","created_at":AT}'`],
  ['decide_legal_text', "'anna', 'guessed', 1, 'published', AT"],
  ['begin_maintenance', "'anna', 'guessed', PRODUCT, AT"],
  ['end_maintenance', "'anna', 'guessed', PRODUCT, AT"],
  ['end_frozen', "1, 'lift', 'anna', 'guessed', AT"],
  ['lift_restore_hold', "'anna', 'guessed', AT"],
  ['move_deposit', "DEPOSIT, 'review', 'anna', 'guessed', null, AT"],
  ['move_payout_change', "1, 'approved', 'anna', 'guessed', null, AT"],
  ['move_recovery', "1, 'waiting', 'anna', 'guessed', null, AT"],
  ['move_verification', "1, 'verified', 'anna', 'guessed', null, AT, AT"],
  ['move_withdrawal', "WITHDRAWAL, 'review', 'anna', 'guessed', null, AT"],
  ['propose_fund_rate', "'2030-01-01', 1, '', 'anna', 'guessed', AT, 31, 10"],
  ['propose_legal_text', "'anna', 'guessed', 'insider', 'terms', '{}', AT"],
  [
    'propose_payout_change',
    `'anna', 'guessed', '{"user_id":1,"form_sealed":"00","proposed_at":AT}'`,
  ],
  ['publish_fund_rate', "1, 'anna', 'guessed', AT"],
  ['record_act', "AT, 'anna', 'guessed', 'customer_viewed', null, '', ''"],
  ['reject_fund_rate', "1, 'anna', 'guessed', '', AT"],
  ['remove_operator_passkey', "'anna', 'guessed', 'x', AT"],
  ['send_announcement', "'anna', 'guessed', 'insider', '{}', AT"],
  ['set_brand', "'anna', 'guessed', 0, '{}', AT"],
  ['withdraw_news', "'anna', 'guessed', 1, AT"],
  ['write_as_staff', "'anna', 'guessed', USER, 'Send me your password.', 'insider', AT"],
  ['write_news', "'anna', 'guessed', 'insider', '{}', AT, AT"],
]

/** The rows. */
export const APP_CALLS: readonly Right[] = [
  {
    rights: IN_SESSION.map(([name]) => `app call ${name}`),
    worst: 'Acts at the desk in the name of an operator.',
    end: { prevented: 'FT409' },
    tried: {
      sql: IN_SESSION.map(
        ([name, args]) =>
          ({ ids, nowMs }) =>
            `select ${name}(${args
              .replaceAll('AT', `${nowMs}`)
              .replaceAll('PRODUCT', `${ids.product}`)
              .replaceAll('DEPOSIT', `${ids.deposit}`)
              .replaceAll('WITHDRAWAL', `${ids.withdrawal}`)
              .replaceAll('USER', `${ids.user}`)})`,
      ),
      twin: ({ nowMs }) => `select touch_desk_session('guessed', ${nowMs})`,
    },
  },
  {
    rights: ['app call open_desk_session'],
    worst: 'Opens a session of an operator with an invented code.',
    end: { found: 'act_proof' },
    tried: { act: 'one operator opens a session for another with an invented code, by SQL' },
  },
  {
    rights: ['app call touch_desk_session', 'app call end_desk_session'],
    worst: 'Ends or prolongs a session of an operator.',
    end: { stays: 'it needs the secret, of which the database has only the hash' },
    tried: {
      sql: [
        ({ nowMs }) => `select touch_desk_session('guessed', ${nowMs})`,
        ({ nowMs }) => `select end_desk_session('guessed', ${nowMs})`,
      ],
      twin: 'select expires_at from operator_sessions',
    },
  },
  {
    rights: ['app call halt_drained'],
    worst: 'Halts a product that no operator drains.',
    end: {
      stays:
        'it halts none: what an operator drains is halted, and not before the trigger allows it',
    },
    tried: {
      sql: [({ ids, nowMs }) => `select halt_drained(${ids.product}, ${nowMs})`],
      twin: 'select count(*) from product_maintenance',
    },
  },
  {
    rights: ['app call place_order', 'app call place_orders'],
    worst: 'Places an order that its user did not ask for.',
    end: { found: 'receipt_signed' },
    tried: { act: 'app places an order that the server did not accept' },
  },
  {
    rights: ['app call refuse_order'],
    worst: 'Refuses an order under a key before its user sends it, with a false signature.',
    end: {
      stays: 'nothing is debited, and the refusal is listed for its user and counted in public',
    },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select refuse_order(jsonb_build_object('user_id', ${ids.other}, 'intent_key', 'insider-refused-0001',
            'product_id', ${ids.product}, 'direction', 'up', 'stake', 1000, 'payout_rate', 8500,
            'duration_ms', 30000, 'starts_at', ${nowMs}, 'expires_at', ${nowMs} + 30000,
            'refused_at', ${nowMs}, 'reason', 'too_late', 'params', '{}', 'intent_text', 'x', 'refusal_text', 'x',
            'refusal_signature', 'x', 'refusal_key_id', 'x'))`,
      ],
      twin: 'select count(*) from order_refusals',
    },
  },
  {
    rights: ['app call begin_command', 'app call answer_command'],
    worst: 'Writes the answer of a command again, or that of another transaction.',
    end: { prevented: 'FT903' },
    tried: {
      sql: [
        ({ ids }) => `select answer_command(user_id, operation, key, 'forged') from idempotency
          where user_id = ${ids.user} limit 1`,
        "select answer_command(1, 'deposit', 'no such key', 'forged')",
      ],
      twin: ({ ids }) =>
        `do $$ begin perform begin_command(${ids.user}, 'deposit', 'insider-answer-0001', 'x');
          perform answer_command(${ids.user}, 'deposit', 'insider-answer-0001', '{}'); end $$`,
    },
  },
  {
    rights: ['app call sweep_answers'],
    worst: 'Removes the answer of a command, and answers it otherwise in the same transaction.',
    end: { prevented: 'FT903' },
    tried: {
      sql: [
        ({ ids }) => `do $$ begin perform sweep_answers(1000);
          perform answer_command(user_id, operation, key, 'forged') from idempotency
            where user_id = ${ids.user} limit 1; end $$`,
      ],
      twin: 'select sweep_answers(1000)',
    },
  },
  {
    rights: ['app call drop_outbox_day'],
    worst: 'Drops a day that is old, and keeps the lock of the outbox, so that orders wait.',
    end: {
      stays:
        'it stops trading while it is connected, as locks of users do; the newest checkpoint says that the day is old',
    },
    tried: { sql: ['select * from drop_outbox_day()'], twin: 'select count(*) from outbox' },
  },
  {
    rights: [
      'app call start_market_day',
      'app call sweep_client_reports',
      'app call sweep_outlet',
      'app call sweep_sessions',
      'app call sweep_tickets',
    ],
    worst: 'Removes old rows before the server does.',
    end: {
      stays:
        'the newest checkpoint says what is old, and all else is refused by the same functions',
    },
    tried: {
      sql: [
        'select start_market_day()',
        'select sweep_client_reports(1000)',
        'select sweep_outlet(1000)',
        'select sweep_sessions(1000)',
        'select * from sweep_tickets(1000)',
      ],
      twin: 'select count(*) from outbox',
    },
  },
  {
    rights: ['app call note_client_build', 'app call note_client_reports'],
    worst: 'Makes up what browsers reported, or displaces it.',
    end: {
      stays:
        'it is what operators read of errors and speed, which anyone may report; at most 300 rows',
    },
    tried: {
      sql: [
        ({ nowMs }) => `select note_client_build('AAAAAAAA', '{}', ${nowMs})`,
        ({ nowMs }) =>
          `select note_client_reports(jsonb_agg(jsonb_build_object('page', 'app', 'kind', 'error',
            'name', 'Error', 'place', 'a.js:' || n, 'stack', '[]'::jsonb, 'reports', 1, 'networks', 9,
            'first_at', ${nowMs}, 'last_at', ${nowMs}))) from generate_series(1, 400) n`,
      ],
      twin: 'select count(*) from client_reports',
    },
  },
  {
    rights: [
      'app call ask_mail_address',
      'app call confirm_mail_address',
      'app call remove_mail_address',
      'app call set_mail_language',
      'app call claim_outlet',
      'app call finish_outlet',
      'app call lapse_outlet',
      'app call set_outlet_channels',
    ],
    worst: 'Keeps mail from a user, or sends it to another address.',
    end: {
      stays:
        'mail says only what kind of thing happened, and the same is in the app; addresses are sealed',
    },
    tried: {
      sql: [
        ({ nowMs }) => `select set_outlet_channels(true, true, ${nowMs})`,
        ({ ids, nowMs }) => `select ask_mail_address(${ids.user}, jsonb_build_object('key_id',
          (select id from user_keys where wrapped is not null limit 1), 'sealed', '\\x00', 'masked', 'a',
          'digest', '\\x00', 'network', '\\x00', 'language', 'en', 'nonce', '\\x00'), ${nowMs})
          where exists (select from user_keys where wrapped is not null)`,
        ({ ids, nowMs }) => `select confirm_mail_address(${ids.user}, true, ${nowMs})`,
        ({ ids, nowMs }) => `select remove_mail_address(${ids.user}, ${nowMs})`,
        ({ ids }) => `select set_mail_language(${ids.user}, 'de')`,
        ({ nowMs }) => `select claim_outlet('mail', 100, 0, ${nowMs})`,
        ({ nowMs }) =>
          `select finish_outlet(id, attempts, 'lapsed', 0, true, false, ${nowMs}) from outlet_messages`,
        ({ nowMs }) => `select * from lapse_outlet(0, ${nowMs})`,
        ({ nowMs }) => `select set_outlet_channels(false, false, ${nowMs})`,
      ],
      twin: 'select count(*) from outlet_messages',
    },
  },
  {
    rights: ['app call append_devices_record'],
    worst: 'Appends a record of a key that no user has.',
    end: {
      stays: 'a record names no user; a receipt counts only with the key that its user registered',
    },
    tried: {
      sql: [({ nowMs }) => `select append_devices_record(${nowMs}, 'invented')`],
      twin: "select count(*) from chain_records where chain = 'devices'",
    },
  },
  {
    rights: ['app call set_own_limit'],
    worst: 'Excludes a user from trading for years.',
    end: { prevented: 'FT409' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select set_own_limit(${ids.other}, 'guessed', 'exclusion', ${nowMs} + 86400000, null, null, ${nowMs})`,
      ],
      twin: ({ ids }) => `select count(*) from own_limits where user_id = ${ids.user}`,
    },
  },
  {
    rights: ['app call set_payout_account'],
    worst: 'Sets the first payout account of a user who has none.',
    end: { prevented: 'FT409' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select set_payout_account(jsonb_build_object('user_id', ${ids.other}, 'form_sealed', '00',
            'set_at', ${nowMs}), 'guessed')`,
      ],
      twin: 'select count(*) from payout_accounts',
    },
  },
  {
    rights: ['app call apply_payout_change'],
    worst: 'Applies a change of a payout account that no operator approved.',
    end: { prevented: 'P0002' },
    tried: {
      sql: ["select apply_payout_change(1, '{}')"],
      twin: "select count(*) from payout_changes where status = 'approved'",
    },
  },
  {
    rights: ['app call hold_for_factor'],
    worst:
      'Holds a user’s withdrawals for a change that did not happen, for longer, or again and again.',
    end: { prevented: 'FT903' },
    tried: {
      sql: [
        ({ ids }) => `select hold_for_factor(${ids.user}, null)`,
        ({ ids }) => `select hold_for_factor(${ids.user}, 'no such passkey')`,
      ],
      twin: 'select count(*) from withdrawal_holds',
    },
  },
  {
    rights: ['app call open_withdrawal'],
    worst: 'Pays a user’s money out to an account that is not the user’s.',
    end: { prevented: 'FT903' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select open_withdrawal(jsonb_build_object('user_id', ${ids.user}, 'amount', 1000, 'fee', 100,
            'payout_account', 0, 'destination_kind', 'bank_card', 'destination_bank', 'x',
            'destination_number', 'x', 'created_at', ${nowMs}), 9, 9, null)`,
      ],
      twin: ({ ids }) => `select status from withdrawals where id = ${ids.withdrawal}`,
    },
  },
  {
    rights: ['app call open_deposit', 'app call open_redemption', 'app call open_subscription'],
    worst: 'Opens a document of a user that the user did not ask for.',
    end: {
      stays:
        'a deposit pays nothing before operators approve it, and the fund’s money stays the user’s own',
    },
    tried: {
      sql: [
        ({ ids, nowMs }) => `select open_deposit(${ids.user}, 'bank', 10000, null, ${nowMs}, 9, 9)`,
      ],
      twin: ({ ids }) => `select status from deposits where id = ${ids.deposit}`,
    },
  },
  {
    rights: ['app call cancel_redemption', 'app call cancel_subscription', 'app call cancel_alert'],
    worst: 'Cancels a transfer of the fund or an alert of a user who did not ask for it.',
    end: { stays: 'the money is back with its user, and the list shows it as cancelled' },
    tried: {
      sql: [
        ({ nowMs }) => `do $$ begin perform cancel_alert(id, ${nowMs}) from price_alerts; end $$`,
      ],
      twin: 'select count(*) from price_alerts',
    },
  },
  {
    rights: ['app call open_fund_days'],
    worst: 'Pays the income of days that have not come.',
    end: { prevented: 'FT503' },
    tried: {
      sql: [({ ids }) => `select open_fund_days(${ids.user}, '2100-01-01')`],
      twin: ({ ids, nowMs }) => `select open_fund_days(${ids.user}, fund_day(${nowMs}))`,
    },
  },
  {
    rights: ['app call publish_curve_rates'],
    worst:
      'Publishes other example rates of practice mode, up to the highest that the table allows.',
    end: {
      stays: 'they are public before their day, the same for all users, and of practice money',
    },
    tried: {
      sql: [
        ({ nowMs }) => `select publish_curve_rates(array[fund_day(${nowMs})], array[1], ${nowMs})`,
      ],
      twin: 'select count(*) from fund_rates',
    },
  },
  {
    rights: ['app call take_practice_money'],
    worst: 'Gives a user the practice money of another day.',
    end: { found: 'practice_day' },
    tried: { act: 'one operator gives a customer the practice money of tomorrow' },
  },
  {
    rights: ['app call set_alert', 'app call hit_alerts'],
    worst: 'Sets an alert of a user, or ends one as if a price had reached it.',
    end: { stays: 'an alert moves no money; the public ticks show whether it was reached' },
    tried: { sql: ["select hit_alerts('[]')"], twin: 'select count(*) from price_alerts' },
  },
  {
    rights: ['app call tell_users', 'app call tell_announcement'],
    worst: 'Tells a user’s pages something that the database does not have.',
    end: { prevented: 'FT903' },
    tried: {
      sql: [
        ({ ids }) =>
          `select tell_users(array[${ids.other}], array['positions'], array[${ids.live}], array[0])`,
        ({ ids }) => `select tell_users(array[${ids.user}], array['nothing'], array[0], array[0])`,
      ],
      twin: ({ ids }) =>
        `select tell_users(array[${ids.user}], array['positions'], array[${ids.live}], array[0])`,
    },
  },
  {
    rights: ['app call freeze_faults', 'app call mark_frozen'],
    worst: 'Freezes what it chooses.',
    end: { stays: 'it takes no subject: the function reads the faults itself' },
    tried: {
      sql: ['select mark_frozen(0, 500)', 'select freeze_faults(0, 500, null)'],
      twin: 'select count(*) from frozen',
    },
  },
  {
    rights: ['app call open_guest', 'app call register_guest', 'app call end_guests'],
    worst: 'Makes guests without end, or gives a guest a name and passwords.',
    end: { stays: 'a guest has practice money alone, and a user with a password cannot be taken' },
    tried: {
      sql: [({ nowMs }) => `select end_guests(${nowMs}, 10)`],
      twin: 'select count(*) from guests',
    },
  },
  {
    rights: ['app call sum_settled_day'],
    worst:
      'Closes the sums of a day that is not over, so that the statistics leave out the rest of it.',
    end: { stays: 'a day is over only when the newest checkpoint is past it' },
    tried: {
      sql: [({ nowMs }) => `select sum_settled_day(${nowMs} + 86400000)`],
      twin: ({ nowMs }) => `select sum_settled_day(${nowMs})`,
    },
  },
  {
    rights: ['app call refresh_statistics'],
    worst: 'Publishes other statistics.',
    end: { stays: 'the function counts; its caller chooses only how often' },
    tried: {
      sql: [({ nowMs }) => `select refresh_statistics(${nowMs}, 60000, 2592000000)`],
      twin: 'select at from statistics',
    },
  },
]
