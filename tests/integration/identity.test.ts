import { MINUTE_MS } from '#contract/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { getMe } from '#contract/endpoints/identity.ts'
import { problem } from '#contract/errors.ts'
import { SESSION_LIFE_MS, SESSION_MAX_MS } from '#server/identity/sessions.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { SESSION_CHECK_MS } from '#server/platform/socket/socket-sessions.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import { saidBy, type Answer } from '#support/visitor.ts'

/** Days pass at once here, so nothing waits on this clock; what the server does each hour runs when a test says so. */
let now = 1_700_000_000_000
const hourly: (() => void)[] = []
const clock: MarketClock = {
  now: () => now,
  at: () => () => undefined,
  every: (periodMs, run) => {
    if (periodMs === SESSION_CHECK_MS) hourly.push(run)
    return () => undefined
  },
}
const pass = (ms: number): void => {
  now += ms
}
let its: TestServer
beforeAll(async () => {
  its = await testServer({ clock })
})
afterAll(() => its.close())

const codeOf = (answer: Answer): string => problem.parse(answer.body).code
const secrets = { password: 'correct-mule-7-stapler', tradingPassword: 'another-mule-8-stapler' }
const info = (account: string, changes: object = {}) => ({
  account,
  phone: '+8613812345678',
  openingCode: its.openingCode,
  ...secrets,
  ...changes,
})
/** As the first of the two steps sends it. */
const firstStep = (account: string, changes: object = {}) => {
  const { password: _, tradingPassword: __, ...rest } = info(account, changes)
  return rest
}
const logIn = (account: string, password: string, from = its.visitor()): Promise<Answer> =>
  from.post('/api/session', { account, password })

describe('registering', () => {
  it('takes two steps, stores the inviter, opens empty accounts and greets', async () => {
    const visitor = its.visitor()
    expect((await visitor.post('/api/registration/check', firstStep('newcomer'))).status).toBe(204)
    const done = await visitor.post('/api/registration', info('newcomer'))
    expect([done.status, done.body]).toEqual([200, { account: 'newcomer' }])
    const [user] = await its.owner.query(
      `select u.phone, i.account as inviter, u.password_hash as login, u.trading_password_hash as trading,
         (select count(*) from accounts a where a.user_id = u.id and balance = 0) as accounts,
         (select kind from messages m where m.user_id = u.id) as message
       from users u join users i on i.id = u.invited_by where u.account = 'newcomer'`,
    )
    expect(user).toMatchObject({
      phone: '+8613812345678',
      inviter: 'fairtick',
      accounts: 5n,
      message: 'welcome',
      login: expect.stringMatching(/^\$argon2id\$/),
      trading: expect.stringMatching(/^\$argon2id\$/),
    })
  })

  it("invites others with the new user's own code", async () => {
    const { visitor } = await its.registerUser('inviter1')
    const { me } = await visitor.read(getMe.reply, '/api/me')
    expect(me).toMatchObject({ account: 'inviter1', nickname: 'inviter1', level: 'ordinary' })
    const guest = await visitor.post(
      '/api/registration',
      info('invited1', { openingCode: me.openingCode }),
    )
    expect(guest.status).toBe(200)
    const [row] = await its.owner.query(
      `select i.account from users u join users i on i.id = u.invited_by where u.account = 'invited1'`,
    )
    expect(row).toEqual({ account: 'inviter1' })
  })

  it('refuses reserved names in both steps, and full-width ones like every unknown letter', async () => {
    for (const [path, form] of [
      ['/api/registration/check', firstStep],
      ['/api/registration', info],
    ] as const) {
      for (const account of ['Support_1', 'g_0123456789', '__proto__', 'toString']) {
        expect(codeOf(await its.visitor().post(path, form(account)))).toBe('account_reserved')
      }
      expect(codeOf(await its.visitor().post(path, form('ｓｕｐｐｏｒｔ')))).toBe(
        'validation_failed',
      )
    }
  })

  it('says which account names are taken only to who has a right opening code', async () => {
    await its.registerUser('taken_1')
    for (const [path, form] of [
      ['/api/registration/check', firstStep],
      ['/api/registration', info],
    ] as const) {
      const stranger = form('taken_1', { openingCode: '0000000000' })
      expect(codeOf(await its.visitor().post(path, stranger))).toBe('opening_code_unknown')
      expect(codeOf(await its.visitor().post(path, form('TAKEN_1')))).toBe('account_taken')
    }
  })

  it.each([
    [{ phone: '+8612345678901' }, 'phone_invalid'],
    [{ tradingPassword: secrets.password }, 'passwords_equal'],
    [{ password: 'password123' }, 'password_too_common'],
    [{ password: 'refused_1234' }, 'password_too_common'],
  ])('refuses %j as %s', async (changes, code) => {
    const answer = await its.visitor().post('/api/registration', info('refused_', changes))
    expect(codeOf(answer)).toBe(code)
    expect(await its.db.query("select 1 from users where account = 'refused_'")).toEqual([])
  })

  it('names every field that is wrong', async () => {
    const answer = await its.visitor().post('/api/registration', {
      account: 'a b',
      phone: '123',
      password: 'short',
      tradingPassword: '',
    })
    expect(answer.status).toBe(400)
    expect(problem.parse(answer.body).issues).toEqual([
      { path: 'account', code: 'too_short' },
      { path: 'phone', code: 'format' },
      { path: 'openingCode', code: 'empty' },
      { path: 'password', code: 'too_short' },
      { path: 'tradingPassword', code: 'empty' },
    ])
  })

  it('gives one account name to one of many who ask at once', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => its.visitor().post('/api/registration', info('race_01'))),
    )
    const statuses = all.map((answer) => answer.status)
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
  })

  it('lets nobody guess opening codes for long, and a minute frees one more try', async () => {
    const guess = () =>
      its
        .visitor()
        .post('/api/registration/check', firstStep('guesser', { openingCode: 'ZZZZZZZZZZ' }))
    const codes = new Set<string>()
    for (let i = 0; i < 12; i += 1) codes.add(codeOf(await guess()))
    expect([...codes]).toEqual(['opening_code_unknown', 'rate_limited'])
    pass(MINUTE_MS)
    expect(codeOf(await guess())).toBe('opening_code_unknown')
    pass(20 * MINUTE_MS)
  })
})

it('takes a password exactly as it was chosen, to its 128th character, also after ten years', async () => {
  const password = ` Ein Café am Meer, ${'ü'.repeat(50)}${'Zq7 '.repeat(15)}`.slice(0, 127) + '!'
  expect(password).toHaveLength(128)
  const registered = await its.visitor().post('/api/registration', info('exactly01', { password }))
  expect(registered.status).toBe(200)
  pass(10 * 365 * 24 * 60 * MINUTE_MS)
  expect((await logIn('exactly01', password)).status).toBe(200)
  for (const other of [
    password.slice(0, -1),
    password.trim(),
    password.normalize('NFD').slice(0, 128),
  ]) {
    expect((await logIn('exactly01', other)).status).toBe(401)
  }
  expect((await logIn('exactly01', password.toLowerCase())).status).toBe(401)
})

describe('account names', () => {
  it('are asked for freely by who registers, but not by the list', async () => {
    await its.registerUser('listed_1')
    const ask = (account: string) =>
      its.visitor().post('/api/registration/check', firstStep(account))
    const codes: string[] = []
    for (let i = 0; i < 32; i += 1) codes.push(codeOf(await ask('listed_1')))
    expect(new Set(codes.slice(0, 30))).toEqual(new Set(['account_taken']))
    expect(new Set(codes.slice(30))).toEqual(new Set(['rate_limited']))
    pass(MINUTE_MS)
    expect((await ask('unlisted')).status).toBe(204)
    pass(30 * MINUTE_MS)
  })
})

describe('a session', () => {
  it('begins with a cookie that only the server reads, and a handle that opens nothing', async () => {
    const { account, password, visitor } = await its.registerUser()
    const answer = await logIn(account, password)
    const cookies = answer.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies)
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=\d+$/)
    const { handle } = getMe.reply.parse(answer.body)
    const withHandle = await its
      .visitor()
      .ask('GET', '/api/me', { headers: { cookie: `fairtick=${handle}` } })
    expect(codeOf(withHandle)).toBe('not_logged_in')
    const { me } = await visitor.read(getMe.reply, '/api/me')
    expect(me.account).toBe(account)
  })

  it('is known to the database by a hash alone', async () => {
    const { visitor } = await its.registerUser()
    const secret = visitor.cookies.get('fairtick') ?? ''
    const rows = await its.owner.query('select * from sessions')
    expect(JSON.stringify(rows, (_, v) => (typeof v === 'bigint' ? String(v) : v))).not.toContain(
      secret,
    )
  })

  it('ends at log-out: the cookie is cleared and its secret is dead', async () => {
    const { visitor } = await its.registerUser()
    const header = visitor.cookieHeader
    const out = await visitor.ask('DELETE', '/api/session')
    expect(out.status).toBe(204)
    expect(visitor.cookies.has('fairtick')).toBe(false)
    const again = await its.visitor().ask('GET', '/api/me', { headers: { cookie: header } })
    expect([again.status, codeOf(again)]).toEqual([401, 'not_logged_in'])
  })

  it('lives 30 days from the last visit', async () => {
    const { visitor } = await its.registerUser()
    for (let visit = 0; visit < 2; visit += 1) {
      pass(SESSION_LIFE_MS - MINUTE_MS)
      expect((await visitor.get('/api/me')).status).toBe(200)
    }
    pass(SESSION_LIFE_MS + MINUTE_MS)
    expect((await visitor.get('/api/me')).status).toBe(401)
  })

  it('ends after 90 days, however active, also one that an older version let live longer', async () => {
    const { account, visitor } = await its.registerUser()
    for (let visits = 0; visits < 6; visits += 1) {
      pass(SESSION_MAX_MS / 6 - MINUTE_MS)
      expect((await visitor.get('/api/me')).status).toBe(200)
    }
    await its.owner.query(
      `update sessions set expires_at = expires_at + interval '1 year'
       where user_id = (select id from users where account = $1)`,
      [account],
    )
    const page = await openPage(its.url, { cookie: visitor.cookieHeader })
    pass(6 * MINUTE_MS + 1)
    expect(codeOf(await visitor.get('/api/me'))).toBe('not_logged_in')
    expect(page.socket.connected).toBe(true)
    for (const run of hourly) run()
    await until('the end of its socket', () => page.ended && page.socket.disconnected)
  })

  it('is replaced, not doubled, when the same browser logs in again', async () => {
    const { account, password, visitor } = await its.registerUser()
    const before = visitor.cookieHeader
    expect((await logIn(account, password, visitor)).status).toBe(200)
    const old = await its.visitor().ask('GET', '/api/me', { headers: { cookie: before } })
    expect(old.status).toBe(401)
    expect((await visitor.get('/api/me')).status).toBe(200)
  })

  it('survives a restart of the server', async () => {
    const { account, visitor } = await its.registerUser()
    await its.restart()
    const { me } = await visitor.read(getMe.reply, '/api/me')
    expect(me.account).toBe(account)
  })

  it('exists at most 20 times a user: the oldest give way', async () => {
    const { account, password, visitor } = await its.registerUser()
    for (let i = 0; i < 20; i += 1) expect((await logIn(account, password)).status).toBe(200)
    expect((await visitor.get('/api/me')).status).toBe(401)
    const [row] = await its.owner.query(
      `select count(*) as n from sessions s join users u on u.id = s.user_id
       where u.account = $1 and revoked_at is null`,
      [account],
    )
    expect(row).toEqual({ n: 20n })
  })
})

describe('a failed log-in', () => {
  it('says the same for an account that does not exist, and for the house', async () => {
    const { account } = await its.registerUser()
    const answers = await Promise.all(
      [account, 'nobody_1', 'fairtick'].map((name) => logIn(name, 'not-the-password')),
    )
    const said = answers.map(saidBy)
    expect(answers[0]?.status).toBe(401)
    expect(said[1]).toEqual(said[0])
    expect(said[2]).toEqual(said[0])
    const headers = answers.map((answer) => [...answer.headers.keys()].filter((k) => k !== 'date'))
    expect(headers[1]).toEqual(headers[0])
    pass(30 * MINUTE_MS)
  })

  it('takes no zero character to the database', async () => {
    const answer = await logIn('no\0body', 'not-the-password')
    expect([answer.status, codeOf(answer)]).toEqual([400, 'validation_failed'])
  })

  it('slows who fails, by account and address, and time forgives', async () => {
    const account = 'nobody_2'
    const answers: Answer[] = []
    for (let i = 0; i < 8; i += 1) answers.push(await logIn(account, 'not-the-password'))
    const codes = answers.map(codeOf)
    expect(codes.slice(0, 6)).toEqual(Array(6).fill('login_failed'))
    expect(codes.slice(6)).toEqual(['rate_limited', 'rate_limited'])
    const params = z.object({ retryAfterMs: z.number().positive() })
    expect(() => params.parse(problem.parse(answers[7]?.body).params)).not.toThrow()
    expect(answers[7]?.headers.get('retry-after')).toMatch(/^\d+$/)
    pass(MINUTE_MS)
    expect(codeOf(await logIn(account, 'not-the-password'))).toBe('login_failed')
    pass(30 * MINUTE_MS)
  })

  it('counts a burst as well as a row of tries', async () => {
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => logIn('nobody_3', 'not-the-password')),
    )
    const failed = burst.filter((answer) => answer.status === 401)
    expect(failed).toHaveLength(6)
    pass(30 * MINUTE_MS)
  })

  it('never locks the owner out where the owner came before', async () => {
    const { account, password, visitor } = await its.registerUser()
    // The same address, so that it is the device that counts: a stranger fails as often as they like.
    for (let i = 0; i < 40; i += 1) await logIn(account, 'not-the-password')
    expect(codeOf(await logIn(account, 'not-the-password'))).toBe('rate_limited')
    expect((await logIn(account, password, visitor)).status).toBe(200)
    pass(60 * MINUTE_MS)
  })
})

describe('an unsafe request', () => {
  it('from a page of another origin is refused', async () => {
    const { account, password } = await its.registerUser()
    for (const origin of ['https://evil.example', 'null']) {
      const body = { account, password }
      const answer = await its.visitor().ask('POST', '/api/session', { body, headers: { origin } })
      expect([answer.status, codeOf(answer)]).toEqual([403, 'origin_refused'])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
})
