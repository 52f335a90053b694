/** What can be tried to become a user, or to lock one out, with the log-in of a role of the server. */
import { Secret, TOTP } from 'otpauth'
import { confirmTotp, startTotp } from '#contract/endpoints/security.ts'
import type { RoleName } from '#server/platform/db/database.ts'
import { secretHash } from '#server/platform/http/cookies.ts'
import { actsOfEveryRole, bySql, type InsiderAct, NOT_GRANTED } from '#support/insider-acts.ts'
import { customer, deskOf, must } from '#support/insider-desk.ts'
import type { InsiderScene } from '#support/insider-scene.ts'
import type { TestUser } from '#support/server.ts'

const REFUSED = { prevented: 'FT409' }
const TICKET = Buffer.alloc(32, 1)
const STEP_MS = 30_000
/** 400 days. */
const FAR_MS = 400 * 86_400_000

/** An act of the app by a function. */
const call = ({ database }: InsiderScene, sql: string, params: unknown[] = []): Promise<unknown> =>
  database.pools.app.query(sql, params)

const session = (userId: bigint): string =>
  JSON.stringify({
    user_id: userId.toString(),
    secret_hash: '\\x01',
    handle: 'insider',
    device_hash: '\\x',
    user_agent: '',
    address: '',
  })
/** The credentials compared the password of this user, whose ticket an accomplice knows. */
async function admit({ database, nowMs }: InsiderScene, userId: bigint): Promise<void> {
  const { credentials } = database.pools
  await credentials.query(
    'select admit_log_in(id, password_hash, $2, $3) from users where id = $1',
    [userId, secretHash(TICKET), nowMs],
  )
}
const open = (scene: InsiderScene, userId: bigint): Promise<unknown> =>
  call(scene, 'select * from open_session($1, $2, null, false, $3)', [
    session(userId),
    TICKET,
    scene.nowMs,
  ])

/** A user of the server, who does what the act pretends to do. */
const honestly =
  (act: (user: TestUser) => Promise<unknown>) =>
  async (scene: InsiderScene): Promise<void> => {
    const { server } = await scene.server()
    await act(await server.registerUser('honest_1'))
  }
const log = async ({ visitor, account, password }: TestUser): Promise<unknown> =>
  must(await visitor.post('/api/session', { account, password }))

const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
/** Turns the authenticator on at `nowMs`. */
async function turnOn({ visitor, password }: TestUser, nowMs: number) {
  const started = must(await visitor.post('/api/factors/totp', { password }))
  const { secret } = startTotp.reply.parse(started.body)
  const code = codeAt(secret, nowMs)
  const confirmed = must(await visitor.post('/api/factors/totp/confirm', { code }))
  return { secret, codes: confirmTotp.reply.parse(confirmed.body).recoveryCodes }
}
/** A user with an authenticator, and the next time step of its codes. */
async function guarded(scene: InsiderScene) {
  const { server, clock, play } = await scene.server()
  const user = await server.registerUser('guarded_1')
  const { secret } = await turnOn(user, clock.now())
  await play(STEP_MS)
  return { user, secret, clock, step: Math.floor(clock.now() / STEP_MS) }
}
/** A customer with an authenticator who may withdraw, and an unused recovery code. */
async function withCodes(scene: InsiderScene) {
  const desk = await deskOf(scene)
  const user = await customer(desk)
  const { codes } = await turnOn(user, desk.clock.now())
  return { user, code: codes[0], desk }
}

const APP: readonly InsiderAct[] = [
  ...bySql('app', [
    {
      what: 'reads password hashes',
      sql: 'select password_hash from users',
      expected: NOT_GRANTED,
      twin: 'select has_password from users limit 1',
    },
    {
      what: 'reads the password hashes of operators',
      sql: 'select password_hash from operators',
      expected: NOT_GRANTED,
      twin: 'select name from operators',
    },
    {
      what: 'reads the hashes of recovery codes',
      sql: 'select code_hash from recovery_codes',
      expected: NOT_GRANTED,
      twin: 'select used_at from recovery_codes',
    },
    {
      what: 'reads the hash of a password that is about to be changed',
      sql: 'select login_hash from pending_passwords',
      expected: NOT_GRANTED,
      twin: 'select at from pending_passwords',
    },
    {
      what: 'issues a ticket for a log-in',
      sql: ({ user }) => `select admit_log_in(${user}, '', '', 1)`,
      expected: NOT_GRANTED,
      twin: 'select at from password_tickets',
    },
    {
      what: 'stores that a password was changed',
      sql: 'insert into password_changes default values',
      expected: NOT_GRANTED,
      twin: 'select at from password_changes',
    },
    {
      what: 'stores what opened a session',
      sql: 'insert into session_evidence select * from session_evidence',
      expected: NOT_GRANTED,
      twin: 'select opened_by from session_evidence',
    },
    {
      what: 'gives a session to another user',
      sql: ({ user }) => `update sessions set user_id = ${user}`,
      expected: NOT_GRANTED,
      twin: 'select user_id from sessions',
    },
    {
      what: 'prolongs a session',
      sql: "update sessions set expires_at = expires_at + interval '1 year'",
      expected: NOT_GRANTED,
      twin: 'select expires_at from sessions',
    },
    {
      what: 'revives a session that has ended',
      sql: 'update sessions set revoked_at = now(); update sessions set revoked_at = null',
      expected: { prevented: 'FT900' },
      twin: 'update sessions set revoked_at = now() where false',
    },
    {
      what: 'opens a session of a guest without the key of its device',
      sql: ({ user }) => `select open_guest_session('{"user_id": ${user}}', 'unknown', 1)`,
      expected: { prevented: 'FT422' },
      twin: 'select key_hash from guests',
    },
    {
      what: 'registers a user with a password of its own',
      sql: `select register_user('{"account": "mallory", "phone": "", "opening_code": "M"}', 'unknown', 1)`,
      expected: { prevented: 'FT503' },
      twin: "select 1 from users where account = 'mallory'",
    },
    {
      what: 'changes the history of log-ins',
      sql: 'update log_ins set succeeded = false',
      expected: NOT_GRANTED,
      twin: ({ user }) => `select succeeded from log_ins where user_id = ${user}`,
    },
    {
      what: 'replaces the secret of an authenticator',
      sql: "update totp_factors set secret_sealed = ''",
      expected: NOT_GRANTED,
      twin: 'select confirmed_at from totp_factors',
    },
    {
      what: 'removes an authenticator',
      sql: 'delete from totp_factors',
      expected: NOT_GRANTED,
      twin: 'select started_at from totp_factors',
    },
    {
      what: 'starts an authenticator without a session of the user',
      sql: ({ user }) => `select start_totp(${user}, 'unknown', 1, '', 1)`,
      expected: REFUSED,
      twin: 'select last_step from totp_factors',
    },
    {
      what: 'locks an account without a session of the user',
      sql: ({ user }) => `select lock_own_account(${user}, 'unknown', 'owner', 1)`,
      expected: REFUSED,
      twin: 'select locked_at from account_locks',
    },
    {
      what: 'unlocks an account',
      sql: ({ user }) => `select unlock_account(${user}, 1, 1)`,
      expected: NOT_GRANTED,
      twin: 'select unlocked_at from account_locks',
    },
    {
      what: 'keeps an account that is closing',
      sql: 'update account_closings set kept_at = closes_at',
      expected: NOT_GRANTED,
      twin: 'select kept_at from account_closings',
    },
    {
      what: 'adds recovery codes',
      sql: ({ user }) => `insert into recovery_codes values (${user}, 'mine')`,
      expected: NOT_GRANTED,
      twin: 'select user_id from recovery_codes',
    },
    {
      what: 'adds a passkey without a session of the user',
      sql: ({ user }) => `select add_passkey(${user}, 'unknown', '{"public_key": ""}', 1)`,
      expected: REFUSED,
      twin: 'select name from passkeys',
    },
    {
      what: 'removes a passkey without a session of the user',
      sql: ({ user }) => `select remove_passkey(${user}, 'unknown', 'x', 1)`,
      expected: REFUSED,
      twin: 'select removal_at from passkeys',
    },
    {
      what: 'stops the log-in of a user from asking for a second factor',
      sql: 'update users set factor_at_log_in = false',
      expected: NOT_GRANTED,
      twin: 'select factor_at_log_in from users limit 1',
    },
    {
      what: 'destroys the key of an authenticator',
      sql: ({ user }) => `
        insert into user_keys (user_id, purpose, wrapped, created_at) values (${user}, 'totp', 'x', 1);
        update user_keys set wrapped = null, destroyed_at = 1 where user_id = ${user} and purpose = 'totp'`,
      expected: { prevented: 'FT900' },
      twin: 'select purpose from user_keys',
    },
  ]),
  {
    who: 'app',
    what: 'deletes the history of log-ins as if it were old',
    expected: { prevented: 'FT503' },
    attempt: (scene) => call(scene, 'select sweep_log_ins($1)', [scene.nowMs + FAR_MS]),
    twin: (scene) => call(scene, 'select sweep_log_ins($1)', [scene.nowMs]),
  },
  {
    who: 'app',
    what: 'changes a password without a session of the user',
    expected: REFUSED,
    attempt: (scene) =>
      call(scene, 'select replace_password($1, $2, $3, $4)', [
        scene.ids.user,
        'unknown',
        TICKET,
        scene.nowMs,
      ]),
    twin: honestly(async ({ visitor, password }) => {
      const change = { kind: 'login', oldPassword: password, newPassword: 'a-new-mule-9-stapler' }
      must(await visitor.post('/api/password', { ...change, proof: null }))
    }),
  },
  {
    who: 'app',
    what: 'opens a session as a user without a ticket',
    expected: REFUSED,
    attempt: (scene) => open(scene, scene.ids.user),
    twin: honestly(log),
  },
  {
    who: 'app',
    what: 'opens a session as a user by the ticket of another',
    expected: REFUSED,
    attempt: async (scene) => {
      await admit(scene, scene.ids.other)
      await open(scene, scene.ids.user)
    },
    twin: async (scene) => {
      await admit(scene, scene.ids.other)
      await open(scene, scene.ids.other)
    },
  },
  {
    who: 'app',
    what: 'uses a second factor by an invented code',
    expected: { detected: 'act_proof' },
    attempt: async (scene) => {
      const { user, clock, secret, step } = await guarded(scene)
      const code = codeAt(secret, clock.now()) === '000000' ? '000001' : '000000'
      await call(scene, "select use_factor(id, $2, $3, '{}') from users where account = $1", [
        user.account,
        clock.now(),
        JSON.stringify({ kind: 'totp', code, step }),
      ])
    },
    twin: async (scene) => {
      const { user, clock, secret } = await guarded(scene)
      const proof = { kind: 'totp', code: codeAt(secret, clock.now()) }
      const { account, password, visitor } = user
      must(await visitor.post('/api/session', { account, password, proof }))
    },
  },
  {
    who: 'app',
    what: 'withdraws by a recovery code that was not used',
    expected: REFUSED,
    attempt: async (scene) => {
      const { user, desk } = await withCodes(scene)
      await desk.sql(
        `select open_withdrawal(jsonb_build_object('user_id', u.id, 'amount', 10000, 'fee', 200,
          'payout_account', p.id, 'destination_kind', p.kind, 'destination_bank', p.bank,
          'destination_number', p.number_mask, 'created_at', $2::bigint), 3, 5, '{"kind": "recovery"}')
        from users u join payout_accounts p on p.user_id = u.id where u.account = $1`,
        [user.account, desk.clock.now()],
      )
    },
    twin: async (scene) => {
      const { user, code } = await withCodes(scene)
      const { visitor, tradingPassword } = user
      const proof = { kind: 'recovery', code }
      const body = { amount: '100.00', fee: '2.00', tradingPassword, proof }
      must(await visitor.command('/api/withdrawals', body))
    },
  },
]

const CREDENTIALS: readonly InsiderAct[] = [
  ...bySql('credentials', [
    {
      what: 'changes a password without knowing the old one',
      sql: "update users set password_hash = 'mine'",
      expected: NOT_GRANTED,
      twin: 'select account from users limit 1',
    },
    {
      what: 'changes a password that it prepared itself',
      sql: ({ user }) => `select replace_password(${user}, 'unknown', 'mine', 1)`,
      expected: NOT_GRANTED,
      twin: ({ user }) => `select prepare_password(${user}, 'login', '', '', 'mine', 1)`,
    },
    {
      what: 'opens a session by a ticket that it issued itself',
      sql: ({ user }) => `select open_session('{"user_id": ${user}}', 'mine', null, false, 1)`,
      expected: NOT_GRANTED,
      twin: ({ user }) => `select admit_log_in(${user}, '', 'mine too', 1)`,
    },
    {
      what: 'reads the history of log-ins',
      sql: 'select address from log_ins',
      expected: NOT_GRANTED,
      twin: 'select id from operators',
    },
    {
      what: 'reads whose an order is',
      sql: 'select user_id from orders',
      expected: NOT_GRANTED,
      twin: 'select id from users limit 1',
    },
  ]),
  ...actsOfEveryRole('credentials'),
]

/** What each of these roles reads, by which it shows that it works. */
const READS = {
  market: 'select symbol from products limit 1',
  settlement: 'select symbol from products limit 1',
  credentials: 'select id from users limit 1',
  auditor: 'select symbol from products limit 1',
  app: 'select id from sessions limit 1',
} as const
const TRIED = {
  'inserts a session': 'insert into sessions default values',
  'deletes the history of log-ins': 'delete from log_ins',
  'inserts a passkey': "insert into passkeys (id) values ('mine')",
}
const tried = (who: RoleName): InsiderAct[] =>
  bySql(
    who,
    Object.entries(TRIED).map(([what, sql]) => ({
      what,
      sql,
      expected: NOT_GRANTED,
      twin: READS[who],
    })),
  )

export const IDENTITY_ACTS: readonly InsiderAct[] = [
  ...APP,
  ...CREDENTIALS,
  ...bySql('settlement', [
    {
      what: 'reads password hashes',
      sql: 'select password_hash from users',
      expected: NOT_GRANTED,
      twin: READS.settlement,
    },
  ]),
  ...(['market', 'settlement', 'credentials', 'app'] as const).flatMap(tried),
]
