/** The rights by which someone could become a user, or lock one out, as rows of grants.ts. */
import { type Right, read } from '#support/right.ts'

const SECRET_NEEDED = { prevented: 'FT409' } as const

const READS: readonly Right[] = [
  read(
    'app',
    [
      'account_recoveries',
      'act_proofs',
      'operator_challenges',
      'operator_factors',
      'operator_passkeys',
      'operator_sessions',
      'passkey_challenges',
      'passkeys',
      'password_tickets',
      'push_keys',
      'recovery_pictures',
      'sessions',
      'totp_factors',
      'user_keys',
    ],
    {
      worst: 'Reads hashes of the secrets of sessions, tickets and recoveries.',
      stays: 'a hash opens no session; other secrets are sealed with a key outside the database',
    },
  ),
  read(
    'app',
    [
      'account_closings',
      'account_locks',
      'credential_start',
      'log_ins',
      'operators (created_at disabled_at id name)',
      'password_changes',
      'pending_passwords (at ticket_id)',
      'recovery_codes (used_at user_id)',
      'recovery_proposals',
      'session_evidence',
      'users (account account_key created_at factor_at_log_in has_password id invited_by nickname ' +
        'opening_code phone profile_version safety_word)',
    ],
    {
      worst: 'Reads who the users are, and when they logged in.',
      stays: 'it answers their requests; it reads no hash of a password',
    },
  ),
  read('credentials', ['operators (id password_hash)'], {
    worst: 'Reads the hashes of operators’ passwords, and tries weak passwords elsewhere.',
    stays: 'an operator’s log-in needs a second factor, whose proof is verified again',
  }),
  {
    rights: ['credentials read users (account id password_hash trading_password_hash)'],
    worst: 'Reads the hashes of passwords, tries weak passwords elsewhere, and logs in by one.',
    end: { open: 'each guess costs 19 MiB, and a user with a second factor is safe from it' },
    tried: {
      sql: ['select password_hash from users limit 1'],
      twin: 'select id from users limit 1',
    },
  },
]

const WRITES: readonly Right[] = [
  {
    rights: ['app insert users (account created_at invited_by nickname opening_code phone)'],
    worst: 'Makes users without an invitation.',
    end: { stays: 'no one can log in as a user without a password, who has no money either' },
    tried: {
      sql: [
        `insert into users (account, phone, nickname, opening_code)
          values ('insider', '', 'insider', '9999999999')`,
      ],
      twin: 'select count(id) from users',
    },
  },
  {
    rights: ['app update users (nickname safety_word)'],
    worst: 'Changes the word that official messages repeat.',
    end: { stays: 'the profile shows the word; it opens no session and moves no money' },
    tried: {
      sql: [({ ids }) => `update users set safety_word = 'mine' where id = ${ids.other}`],
      twin: ({ ids }) => `update users set nickname = 'new' where id = ${ids.user}`,
    },
  },
  {
    rights: ['app update sessions (device_trusted revoked_at)'],
    worst: 'Revives a session that has ended.',
    end: { prevented: 'FT900' },
    tried: { act: 'app revives a session that has ended' },
  },
  {
    rights: [
      'app insert passkey_challenges',
      'app update passkey_challenges',
      'app delete passkey_challenges',
    ],
    worst: 'Removes the challenge that a user’s passkey is about to answer.',
    end: { stays: 'the user tries once more; a challenge of its own needs the user’s passkey too' },
    tried: {
      sql: ['delete from passkey_challenges'],
      twin: 'select count(*) from passkey_challenges',
    },
  },
]

const CALLS: readonly Right[] = [
  {
    rights: ['app call open_session'],
    worst: 'Opens a session as a user.',
    end: SECRET_NEEDED,
    tried: { act: 'app opens a session as a user without a ticket' },
  },
  {
    rights: ['app call open_guest_session'],
    worst: 'Opens a session as a guest.',
    end: { prevented: 'FT422' },
    tried: { act: 'app opens a session of a guest without the key of its device' },
  },
  {
    rights: ['app call touch_session'],
    worst: 'Keeps a session of a user alive.',
    end: { stays: 'its secret is still needed, and it ends after 90 days' },
    tried: {
      sql: [({ nowMs }) => `select touch_session(id, ${nowMs}) from sessions limit 1`],
      twin: 'select expires_at from sessions limit 1',
    },
  },
  {
    rights: ['app call register_user'],
    worst: 'Registers a user with a password of its own.',
    end: { prevented: 'FT503' },
    tried: { act: 'app registers a user with a password of its own' },
  },
  {
    rights: ['app call replace_password'],
    worst: 'Changes a user’s password.',
    end: SECRET_NEEDED,
    tried: { act: 'app changes a password without a session of the user' },
  },
  {
    rights: ['app call start_totp', 'app call confirm_totp', 'app call remove_totp'],
    worst: 'Turns a user’s authenticator off, or turns one of its own on.',
    end: SECRET_NEEDED,
    tried: { act: 'app starts an authenticator without a session of the user' },
  },
  {
    rights: [
      'app call add_passkey',
      'app call postpone_passkey_removal',
      'app call remove_due_passkey',
      'app call remove_passkey',
    ],
    worst: 'Adds a passkey of its own to a user, or removes one.',
    end: SECRET_NEEDED,
    tried: { act: 'app adds a passkey without a session of the user' },
  },
  {
    rights: ['app call lock_own_account'],
    worst: 'Locks a user’s account, which only documents unlock.',
    end: SECRET_NEEDED,
    tried: { act: 'app locks an account without a session of the user' },
  },
  {
    rights: ['app call ask_to_close', 'app call keep_account'],
    worst: 'Asks to close a user’s account, or keeps one that its owner closes.',
    end: SECRET_NEEDED,
    tried: {
      sql: [
        ({ ids, nowMs }) => `select ask_to_close(${ids.other}, 'guessed', ${nowMs})`,
        ({ ids, nowMs }) => `select keep_account(${ids.other}, 'guessed', ${nowMs})`,
      ],
      twin: 'select count(*) from account_closings',
    },
  },
  {
    rights: ['app call close_account'],
    worst: 'Closes an account before its 14 days are over.',
    end: { stays: 'it closes what its owner asked for 14 days ago, by the newest checkpoint' },
    tried: {
      sql: [({ ids, nowMs }) => `select * from close_account(${ids.other}, ${nowMs})`],
      twin: 'select count(*) from account_closings',
    },
  },
  {
    rights: ['app call ask_recovery', 'app call store_recovery_picture'],
    worst: 'Asks for the recovery of an account, with pictures of its own.',
    end: { stays: 'anyone may ask; two operators compare the pictures, and the account can veto' },
    tried: {
      sql: [
        ({ nowMs }) =>
          `select ask_recovery('nobody_1', 'login_password', 'insider-1', 'insider-2', 'insider', 10, ${nowMs})`,
      ],
      twin: 'select count(*) from account_recoveries',
    },
  },
  {
    rights: ['app call open_recovery', 'app call complete_recovery'],
    worst: 'Completes a recovery that another asked for.',
    end: SECRET_NEEDED,
    tried: {
      sql: [
        ({ nowMs }) => `select open_recovery('guessed', ${nowMs})`,
        ({ nowMs }) => `select complete_recovery('guessed', 'guessed', ${nowMs})`,
      ],
      twin: 'select count(*) from account_recoveries',
    },
  },
  {
    rights: ['app call veto_recovery'],
    worst: 'Vetoes a recovery, which locks the account.',
    end: SECRET_NEEDED,
    tried: {
      sql: [({ ids, nowMs }) => `select veto_recovery(${ids.other}, 'guessed', 1, ${nowMs})`],
      twin: 'select count(*) from account_recoveries',
    },
  },
  {
    rights: ['app call veto_by_word'],
    worst: 'Vetoes an approved recovery by the safety word, which it can read.',
    end: { stays: 'once in 30 days per account; it locks the account, and opens or moves nothing' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select veto_by_word(id, safety_word, ${nowMs}) from users where id = ${ids.other}`,
      ],
      twin: 'select count(*) from account_recoveries',
    },
  },
  {
    rights: ['app call lapse_recoveries'],
    worst: 'Ends recoveries before their time.',
    end: { prevented: 'FT503' },
    tried: {
      sql: [({ nowMs }) => `select lapse_recoveries(${nowMs} + 864000000)`],
      twin: ({ nowMs }) => `select lapse_recoveries(${nowMs})`,
    },
  },
  {
    rights: ['credentials call prepare_recovery'],
    worst: 'Prepares a password of its own for a recovery.',
    end: { stays: 'only the code of a recovery that two operators approved sets it' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select prepare_recovery(id, 'login', password_hash, 'mine', 'insider', ${nowMs})
            from users where id = ${ids.other}`,
      ],
      twin: 'select id from users limit 1',
    },
  },
  {
    rights: ['app call ask_factor_at_log_in'],
    worst: 'Lets a user log in without the second factor that is on.',
    end: SECRET_NEEDED,
    tried: {
      sql: [
        ({ ids, nowMs }) => `select ask_factor_at_log_in(${ids.other}, 'guessed', false, ${nowMs})`,
      ],
      twin: 'select factor_at_log_in from users limit 1',
    },
  },
  {
    rights: ['app call use_factor'],
    worst: 'Says that a user proved a second factor.',
    end: { found: 'act_proof' },
    tried: { act: 'app uses a second factor by an invented code' },
  },
  {
    rights: ['app call note_failed_log_in', 'app call note_refused_log_ins'],
    worst: 'Adds failed attempts to a user’s history.',
    end: { stays: 'at most 20 per hour; they are added, and none is changed or removed' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select note_failed_log_in(${ids.other}, ${nowMs}, false, 'insider', '127.0.0.1')`,
      ],
      twin: 'select count(*) from log_ins',
    },
  },
  {
    rights: ['app call sweep_log_ins'],
    worst: 'Removes the traces of a log-in.',
    end: { prevented: 'FT503' },
    tried: { act: 'app deletes the history of log-ins as if it were old' },
  },
  {
    rights: ['credentials call admit_log_in'],
    worst:
      'Issues a ticket as if it had compared a password, for someone who has the log-in of the app too.',
    end: { open: 'both log-ins together become a user who has no second factor' },
    tried: {
      sql: [
        ({ ids, nowMs }) =>
          `select admit_log_in(id, password_hash, 'known to both', ${nowMs}) from users where id = ${ids.other}`,
      ],
      twin: 'select id from users limit 1',
    },
  },
  {
    rights: ['credentials call prepare_password', 'credentials call prepare_registration'],
    worst: 'Prepares a password of its own for a user.',
    end: { prevented: '42501' },
    tried: { act: 'credentials changes a password that it prepared itself' },
  },
]

/** The rows. */
export const IDENTITY_RIGHTS: readonly Right[] = [...READS, ...WRITES, ...CALLS]
