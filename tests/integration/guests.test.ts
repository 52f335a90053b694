import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { getBalance } from '#contract/endpoints/balance.ts'
import { openGuest } from '#contract/endpoints/guests.ts'
import { getMe } from '#contract/endpoints/identity.ts'
import { listRecords } from '#contract/endpoints/records.ts'
import { getCustomer } from '#contract/endpoints/desk.ts'
import { problem } from '#contract/errors.ts'
import type { TopicRow } from '#contract/topic-row.ts'
import { TOPICS } from '#contract/topics.ts'
import { logInOperator } from '#support/desk.ts'
import { manualClock } from '#support/manual-clock.ts'
import { GUEST_ROWS } from '#support/record-policies.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'
import { selectFaults } from '#server/ledger/ledger-store.ts'

const clock = manualClock(1_700_000_000_000)

let its: TestServer
beforeAll(async () => {
  its = await testServer({ clock })
})
afterAll(() => its.close())

const codeOf = ({ status, body }: Answer) => [status, problem.parse(body).code]
const newKey = (): string => randomUUID()
async function newGuest(server = its): Promise<Visitor> {
  const visitor = server.visitor()
  const { status, text } = await visitor.post('/api/guest', { key: newKey() })
  if (status !== 200) throw new Error(text)
  return visitor
}
const meOf = async (visitor: Visitor) => (await visitor.read(getMe.reply, '/api/me')).me
const countOf = async (sql: string, params: unknown[] = []): Promise<number> => {
  const [row] = await its.owner.query<{ n: number }>(`select count(*)::int as n ${sql}`, params)
  return row?.n ?? -1
}
const guests = () => countOf('from guests where ended_at is null and registered_at is null')
const rows = Object.values(ENDPOINTS).flatMap((area) => Object.entries<Endpoint>(area))

describe('a guest', () => {
  it('begins with a tap and trades with practice money', async () => {
    const visitor = await newGuest()
    const me = await meOf(visitor)
    expect(me).toMatchObject({ guest: true, account: expect.stringMatching(/^g_[0-9a-f]{10}$/) })
    expect((await visitor.command('/api/practice-money', {})).status).toBe(200)
    const { total } = await visitor.read(getBalance.reply, '/api/balance')
    expect(total).toBe(1_000_000n)
    expect(await selectFaults(its.db, 10)).toEqual({ count: 0, first: [] })
  })

  it('is not created by looking at pages', async () => {
    const before = await guests()
    const visitor = its.visitor()
    const info = await visitor.read(getAppInfo.reply, '/api/app-info')
    expect(info.guests).toBe(true)
    await visitor.get('/api/products')
    expect(await guests()).toBe(before)
  })

  it('is one for a double tap and for a lost answer, also without the cookie', async () => {
    const before = await guests()
    const key = newKey()
    const taps = [its.visitor(), its.visitor(), its.visitor()]
    const answers = await Promise.all(taps.map((each) => each.post('/api/guest', { key })))
    const names = answers.map(({ body }) => openGuest.reply.parse(body).me.account)
    expect(new Set(names).size).toBe(1)
    expect(await guests()).toBe(before + 1)
  })

  it('gets the own session again if logged in already', async () => {
    const visitor = await newGuest()
    const before = await guests()
    const again = openGuest.reply.parse((await visitor.post('/api/guest', { key: newKey() })).body)
    expect(again.me).toEqual(await meOf(visitor))
    const user = await its.registerUser()
    const own = openGuest.reply.parse(
      (await user.visitor.post('/api/guest', { key: newKey() })).body,
    )
    expect([own.me.account, own.me.guest]).toEqual([user.account, false])
    expect(await guests()).toBe(before)
  })

  it('is not handed over by its key once the device has used its session', async () => {
    const key = newKey()
    const [own, other] = [its.visitor(), its.visitor()]
    await own.post('/api/guest', { key })
    const { account } = await meOf(own)
    const before = await guests()
    const answer = await other.post('/api/guest', { key })
    expect(codeOf(answer)).toEqual([422, 'key_reused'])
    expect([...other.cookies.keys()]).toEqual([])
    expect(await guests()).toBe(before)
    expect((await meOf(own)).account).toBe(account)
  })

  it('is not reached by a key of long ago, which is no password', async () => {
    const key = newKey()
    await its.visitor().post('/api/guest', { key })
    clock.jump(HOUR_MS)
    expect(codeOf(await its.visitor().post('/api/guest', { key }))).toEqual([422, 'key_reused'])
  })

  it('cannot be logged in to, and its opening code invites no one', async () => {
    const visitor = await newGuest()
    const { account, openingCode } = await meOf(visitor)
    for (const password of ['', ' ', 'correct-mule-7-stapler']) {
      const answer = await its.visitor().post('/api/session', { account, password })
      expect([400, 401]).toContain(answer.status)
    }
    const info = { account: 'invited_1', phone: '+8613812345678', openingCode }
    const invited = await its.visitor().post('/api/registration/check', info)
    expect(codeOf(invited)).toEqual([422, 'opening_code_unknown'])
  })

  it('needs the origin of the app like every other session', async () => {
    const answer = await its.visitor().ask('POST', '/api/guest', {
      body: { key: newKey() },
      headers: { origin: 'https://evil.example' },
    })
    expect(codeOf(answer)).toEqual([403, 'origin_refused'])
  })

  it('registers the key of its device, like every user', async () => {
    const visitor = await newGuest()
    const { publicKey } = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['sign', 'verify'],
    )
    const der = Buffer.from(await crypto.subtle.exportKey('spki', publicKey)).toString('base64')
    expect((await visitor.post('/api/device-keys', { publicKey: der })).status).toBe(200)
  })
})

describe('what is closed to guests', () => {
  it('is every endpoint for users, except these', () => {
    const open = rows.filter(([, { access }]) => access === 'guest').map(([name]) => name)
    expect(open.toSorted()).toEqual([...GUEST_ROWS])
  })

  it('answers so before anything else', async () => {
    const visitor = await newGuest()
    for (const [name, row] of rows.filter(([, { access }]) => access === 'user')) {
      const path = `/api${row.path.replace(/:\w+/g, 'x')}`
      const body = row.method === 'GET' || row.method === 'DELETE' ? {} : { body: {} }
      const answer = await visitor.ask(row.method, path, body)
      expect([name, ...codeOf(answer)]).toEqual([name, 403, 'registration_required'])
    }
    for (const [name, row] of rows.filter(([, { access }]) => access === 'operator')) {
      const answer = await visitor.ask(row.method, `/api${row.path.replace(/:\w+/g, 'x')}`)
      expect([name, answer.status]).toEqual([name, 404])
    }
  })

  it('is every private topic, except those of trading', async () => {
    const visitor = await newGuest()
    const page = await openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url })
    const topics = Object.entries<TopicRow>(TOPICS)
    const open: string[] = []
    for (const [name, { login, role }] of topics) {
      if (!login || role === 'operator') continue
      const answer = await page.subscribe(name)
      const refused = { ok: false, code: 'registration_required' }
      if (JSON.stringify(answer) === '{"ok":true}') open.push(name)
      else expect([name, answer]).toEqual([name, refused])
    }
    expect(open.toSorted()).toEqual(['balance', 'limits', 'positions'])
    expect(await page.subscribe('desk')).toEqual({ ok: false, code: 'topic_unknown' })
    page.close()
  })

  it('is refused by the tables too', async () => {
    const { account } = await meOf(await newGuest())
    const [user] = await its.owner.query<{ id: bigint }>(
      'select id from users where account = $1',
      [account],
    )
    const id = user?.id
    const inserts = [
      `insert into deposits (user_id, method, amount, status, created_at)
         values (${id}, 'bank_transfer', 100, 'submitted', 1)`,
      `insert into support_messages (user_id) values (${id})`,
      `insert into own_limits (user_id) values (${id})`,
      `insert into photos (user_id) values (${id})`,
    ]
    for (const sql of inserts) {
      await expect(its.owner.query(sql)).rejects.toThrow('registration_required')
    }
    const tables = await its.owner.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger
        where tgfoid = 'refuse_guests'::regproc order by 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual([
      'deposits',
      'fund_lots',
      'fund_redemptions',
      'own_limits',
      'passkeys',
      'payout_accounts',
      'payout_changes',
      'photos',
      'price_alerts',
      'push_devices',
      'support_messages',
      'totp_factors',
      'verifications',
      'withdrawals',
    ])
  })
})

describe('a guest who registers', () => {
  const secrets = { password: 'correct-mule-7-stapler', tradingPassword: 'another-mule-8-stapler' }
  const infoOf = (account: string) => ({
    account,
    phone: '+8613812345678',
    openingCode: its.openingCode,
  })

  it('keeps id, balance and history, and logs in with the new password', async () => {
    const visitor = await newGuest()
    const before = await meOf(visitor)
    await visitor.command('/api/practice-money', {})
    const history = await visitor.read(listRecords.reply, '/api/records')
    const page = await openPage(its.url, { cookie: visitor.cookieHeader, origin: its.url })
    const old = its.visitor()
    for (const [name, value] of visitor.cookies) old.cookies.set(name, value)
    const idOf = (account: string) =>
      countOf(', min(id)::int from users where account = $1', [account])
    expect(await idOf(before.account)).toBe(1)

    const step1 = await visitor.post('/api/registration/check', infoOf('settler_1'))
    expect(step1.status).toBe(204)
    const step2 = await visitor.post('/api/registration', { ...infoOf('settler_1'), ...secrets })
    expect([step2.status, step2.body]).toEqual([200, { account: 'settler_1' }])
    await until('the guest’s pages end', () => page.ended)
    expect(codeOf(await old.get('/api/me'))).toEqual([401, 'not_logged_in'])
    expect(await idOf(before.account)).toBe(0)

    const credentials = { account: 'settler_1', password: secrets.password }
    expect((await visitor.post('/api/session', credentials)).status).toBe(200)
    expect(await meOf(visitor)).toMatchObject({ account: 'settler_1', guest: false })
    expect(await visitor.read(listRecords.reply, '/api/records')).toEqual(history)
    expect((await visitor.get('/api/fund')).status).toBe(200)
    expect(await selectFaults(its.db, 10)).toEqual({ count: 0, first: [] })
  })

  it('does so once: the same name twice is taken', async () => {
    const visitor = await newGuest()
    const both = [1, 2].map(() =>
      visitor.post('/api/registration', { ...infoOf('settler_2'), ...secrets }),
    )
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await countOf("from users where account = 'settler_2'")).toBe(1)
  })

  it('stays a guest when the name is taken, and loses nothing', async () => {
    const visitor = await newGuest()
    await its.registerUser('taken_one')
    const answer = await visitor.post('/api/registration', { ...infoOf('taken_one'), ...secrets })
    expect(codeOf(answer)).toEqual([409, 'account_taken'])
    expect((await meOf(visitor)).guest).toBe(true)
  })

  it('is not merged with an account by logging in', async () => {
    const visitor = await newGuest()
    const { account } = await meOf(visitor)
    await visitor.command('/api/practice-money', {})
    const user = await its.registerUser()
    const credentials = { account: user.account, password: user.password }
    expect((await visitor.post('/api/session', credentials)).status).toBe(200)
    expect((await meOf(visitor)).account).toBe(user.account)
    expect((await visitor.read(getBalance.reply, '/api/balance')).total).toBe(0n)
    expect(
      await countOf(
        'from guests g join users u on u.id = g.user_id where u.account = $1 and g.registered_at is null',
        [account],
      ),
    ).toBe(1)
  })
})

describe('the end of a guest', () => {
  it('comes after thirty idle days: the session and where it came from go, the ledger stays', async () => {
    const [idle, busy] = [await newGuest(), await newGuest()]
    const [gone, kept] = [await meOf(idle), await meOf(busy)]
    await idle.command('/api/practice-money', {})
    for (let day = 0; day < 4; day += 1) {
      clock.jump(10 * DAY_MS)
      expect((await meOf(busy)).account).toBe(kept.account)
    }
    await clock.leap(2 * HOUR_MS)
    const endedOf = (account: string) =>
      countOf(
        'from guests g join users u on u.id = g.user_id where u.account = $1 and g.ended_at is not null',
        [account],
      )
    await until('the sweep', async () => (await endedOf(gone.account)) === 1)
    expect(await endedOf(kept.account)).toBe(0)
    expect(codeOf(await idle.get('/api/me'))).toEqual([401, 'not_logged_in'])
    const own = 'join users u on u.id = s.user_id where u.account = $1'
    expect(
      await countOf(
        `from sessions s ${own} and (s.address || s.user_agent <> '' or s.device_hash <> '')`,
        [gone.account],
      ),
    ).toBe(0)
    expect(await countOf(`from transfers s ${own}`, [gone.account])).toBe(1)
    expect(await selectFaults(its.db, 10)).toEqual({ count: 0, first: [] })
  })

  it('does not come by age alone: a guest who comes back every week stays', async () => {
    const visitor = await newGuest()
    for (let week = 0; week < 20; week += 1) {
      clock.jump(7 * DAY_MS)
      expect((await visitor.get('/api/me')).status).toBe(200)
    }
  })
})

describe('the operator’s view of a guest', () => {
  it('says that it is one', async () => {
    const { account } = await meOf(await newGuest())
    const desk = await logInOperator(its, 'guest-desk')
    const shown = await desk.read(getCustomer.reply, `/api/desk/customers/${account}`)
    expect(shown).toMatchObject({ guest: true, phone: '' })
  })
})

describe('the number of guests', () => {
  it('is limited in all', async () => {
    const small = await testServer({ clock, config: { guestsMax: 2 } })
    try {
      await newGuest(small)
      await newGuest(small)
      const third = await small.visitor().post('/api/guest', { key: newKey() })
      expect(codeOf(third)).toEqual([409, 'guests_full'])
    } finally {
      await small.close()
    }
  })

  it('is limited per address', async () => {
    const strict = await testServer({ clock, config: { rateFactor: 1 } })
    try {
      for (let n = 0; n < 20; n += 1) await newGuest(strict)
      const next = await strict.visitor().post('/api/guest', { key: newKey() })
      expect(codeOf(next)).toEqual([429, 'rate_limited'])
    } finally {
      await strict.close()
    }
  })

  it('is none where money is real, also for those who came before', async () => {
    const real = await testServer({ clock })
    try {
      const visitor = await newGuest(real)
      Object.assign(real.config, { practice: false, guestsMax: 0 })
      await real.restart()
      expect(codeOf(await visitor.get('/api/me'))).toEqual([401, 'not_logged_in'])
      const info = await real.visitor().read(getAppInfo.reply, '/api/app-info')
      expect(info.guests).toBe(false)
      const answer = await real.visitor().post('/api/guest', { key: newKey() })
      expect(codeOf(answer)).toEqual([403, 'practice_disabled'])
    } finally {
      await real.close()
    }
  })
})
