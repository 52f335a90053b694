import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/security.ts'
import { problem } from '#contract/errors.ts'
import { createMarketClock, type MarketClock } from '#server/platform/clock.ts'
import { userCookies, newSecret, secretHash } from '#server/platform/http/cookies.ts'
import { ENDED_LOOK_MS } from '#server/identity/ended-elsewhere.ts'
import { createLogIns } from '#server/identity/log-ins.ts'
import { revokeOfAccount } from '#server/identity/session-store.ts'
import { createCredentials } from '#server/identity/credentials.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { createSessions } from '#server/identity/sessions.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage, type TestPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import { type Answer, Visitor } from '#support/visitor.ts'

const NEW_PASSWORD = 'a-third-mule-9-stapler'
const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36'
/** The looks for sessions that the command line ended come when a test says so: nothing else here waits for them. */
const realClock = createMarketClock()
let looks: (() => void)[] = []
const clock: MarketClock = {
  ...realClock,
  every: (ms, run) => {
    if (ms !== ENDED_LOOK_MS) return realClock.every(ms, run)
    looks.push(run)
    return () => {
      looks = looks.filter((look) => look !== run)
    }
  },
}
const lookForEnded = (): void => {
  for (const look of looks) look()
}

let its: TestServer
let user: TestUser
let userId: bigint
const pages: TestPage[] = []

beforeAll(async () => {
  its = await testServer({ clock, config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => its.close())
beforeEach(async () => {
  user = await its.registerUser()
  const [row] = await its.owner.query<{ id: bigint }>('select id from users where account = $1', [
    user.account,
  ])
  userId = row?.id ?? 0n
})
afterEach(() => {
  for (const page of pages.splice(0)) page.close()
})

const codeOf = (answer: Answer): string => problem.parse(answer.body).code
async function logIn(password = user.password, headers: Record<string, string> = {}) {
  const visitor = its.visitor()
  const body = { account: user.account, password }
  return { visitor, answer: await visitor.ask('POST', '/api/session', { body, headers }) }
}
async function open(visitor: Visitor): Promise<TestPage> {
  const page = await openPage(its.url, { cookie: visitor.cookieHeader })
  pages.push(page)
  return page
}
const change = (body: object, visitor = user.visitor) => visitor.post('/api/password', body)
const loginChange = () =>
  change({ kind: 'login', oldPassword: user.password, newPassword: NEW_PASSWORD })
const devices = async (visitor = user.visitor) =>
  (await visitor.read(rows.listSessions.reply, '/api/sessions')).sessions
const history = async (query = '') =>
  user.visitor.read(rows.listLogIns.reply, `/api/log-ins${query}`)

describe('changing a password', () => {
  it('takes the old one away and lets the new one in', async () => {
    expect((await loginChange()).status).toBe(204)
    expect(codeOf((await logIn()).answer)).toBe('login_failed')
    expect((await logIn(NEW_PASSWORD)).answer.status).toBe(200)
    const [message] = await its.owner.query(
      `select kind, params from messages where user_id = $1 and kind = 'password_changed'`,
      [userId],
    )
    expect(message).toEqual({ kind: 'password_changed', params: { kind: 'login' } })
  })

  it('ends every other session with their sockets, before any look, and keeps its own', async () => {
    const { visitor: other } = await logIn()
    const [own, theirs] = [await open(user.visitor), await open(other)]
    expect((await loginChange()).status).toBe(204)
    await until('the end', () => theirs.ended && !theirs.socket.connected)
    expect(own.socket.connected).toBe(true)
    expect((await other.get('/api/me')).status).toBe(401)
    expect((await user.visitor.get('/api/me')).status).toBe(200)
  })

  it('works for the trading password alike, and ends the other sessions as well', async () => {
    const { visitor: other } = await logIn()
    const body = { kind: 'trading', oldPassword: user.tradingPassword, newPassword: NEW_PASSWORD }
    expect((await change({ ...body, oldPassword: user.password })).status).toBe(422)
    expect((await change(body)).status).toBe(204)
    expect(codeOf(await change(body))).toBe('old_password_wrong')
    expect((await other.get('/api/me')).status).toBe(401)
  })

  it.each([
    [{ oldPassword: 'not-the-password' }, 'old_password_wrong'],
    [{ newPassword: 'password123' }, 'password_too_common'],
    [{ newPassword: 'another-mule-8-stapler' }, 'passwords_equal'],
    [{ newPassword: 'short' }, 'validation_failed'],
    [{ kind: 'desk' }, 'validation_failed'],
  ])('refuses %j as %s and changes nothing', async (changes, code) => {
    const body = { kind: 'login', oldPassword: user.password, newPassword: NEW_PASSWORD }
    expect(codeOf(await change({ ...body, ...changes }))).toBe(code)
    expect((await logIn()).answer.status).toBe(200)
  })

  it('lets one of two through that start from the same old password', async () => {
    const second = { kind: 'login', oldPassword: user.password, newPassword: `${NEW_PASSWORD}!` }
    const { visitor: other } = await logIn()
    const both = await Promise.all([loginChange(), change(second, other)])
    const statuses = both.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses[0]).toBe(204)
    expect([401, 422]).toContain(statuses[1])
  })

  it('is counted, where the tries come from; strangers at the door count elsewhere', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const ask = (oldPassword: string, address: string) => {
      const body = { kind: 'login', oldPassword, newPassword: NEW_PASSWORD }
      return user.visitor.ask('POST', '/api/password', { body, headers: from(address) })
    }
    for (let i = 0; i < 12; i += 1) await logIn('not-the-password', from('203.0.113.5'))
    for (let i = 0; i < 6; i += 1) {
      expect(codeOf(await ask('not-the-password', '203.0.113.5'))).toBe('old_password_wrong')
    }
    expect(codeOf(await ask(user.password, '203.0.113.5'))).toBe('rate_limited')
    expect((await ask(user.password, '198.51.100.7')).status).toBe(204)
  })

  it('happens only so often: "equal to the other one" is no way to guess the other one', async () => {
    let oldPassword = user.password
    const codes: string[] = []
    for (let guess = 0; guess < 8; guess += 1) {
      const newPassword = `guess-${guess}-of-a-stapler`
      const answer = await change({ kind: 'login', oldPassword, newPassword })
      codes.push(answer.status === 204 ? 'done' : codeOf(answer))
      if (answer.status === 204) oldPassword = newPassword
    }
    expect(codes).toEqual([...Array(6).fill('done'), 'rate_limited', 'rate_limited'])
  })

  it('leaves no session to a log-in that had checked the old password', async () => {
    const { db, clock } = its
    const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
    const passwords = createCredentials({ credentials: its.pools.credentials, clock, hasher })
    const entered = { userId, kind: 'login', password: user.password } as const
    const [late, later] = [await passwords.compare(entered), await passwords.compare(entered)]
    const ticket = await late?.logIn()
    expect((await loginChange()).status).toBe(204)
    const sessions = createSessions({
      db,
      clock,
      cookies: userCookies(false),
      practice: true,
      rateFactor: 1,
    })
    const visitor = { address: '', userAgent: '', deviceHash: secretHash(newSecret()) }
    expect(ticket).toBeInstanceOf(Buffer)
    const evidence = { ticket: ticket ?? Buffer.of(), proofId: null, known: false }
    await expect(sessions.begin(userId, visitor, evidence)).rejects.toThrow('login_failed')
    expect(await later?.logIn()).toBeNull()
  })
})

describe('signed-in devices', () => {
  it('are listed by what people call them, this one marked', async () => {
    await logIn(user.password, { 'user-agent': PHONE, 'x-forwarded-for': '203.0.113.9' })
    const all = await devices()
    expect(all).toHaveLength(2)
    expect(all.filter(({ current }) => current)).toHaveLength(1)
    expect(all.find(({ current }) => !current)).toMatchObject({
      device: 'Chrome · Android',
      address: '203.0.113.9',
    })
  })

  it('are signed out one by one, each with its sockets, before any look', async () => {
    const { visitor: other } = await logIn()
    const page = await open(other)
    const handle = (await devices()).find(({ current }) => !current)?.handle ?? ''
    expect((await user.visitor.ask('DELETE', `/api/sessions/${handle}`)).status).toBe(204)
    await until('the end', () => page.ended && !page.socket.connected)
    expect((await other.get('/api/me')).status).toBe(401)
    expect(await devices()).toHaveLength(1)
    expect(codeOf(await user.visitor.ask('DELETE', `/api/sessions/${handle}`))).toBe('not_found')
  })

  it('are signed out by their own user alone', async () => {
    const stranger = await its.registerUser()
    const [theirs] = await devices(stranger.visitor)
    const answer = await user.visitor.ask('DELETE', `/api/sessions/${theirs?.handle}`)
    expect(codeOf(answer)).toBe('not_found')
    expect((await stranger.visitor.get('/api/me')).status).toBe(200)
  })

  it('are all signed out at once but the one that asks', async () => {
    const others = [await logIn(), await logIn()]
    expect((await user.visitor.ask('DELETE', '/api/sessions')).status).toBe(204)
    for (const { visitor } of others) expect((await visitor.get('/api/me')).status).toBe(401)
    expect(await devices()).toMatchObject([{ current: true }])
  })
})

/** The line of a failed try is written after its answer. */
const linesOf = async (count: number) => {
  let lines: Awaited<ReturnType<typeof history>>['logIns'] = []
  await until(`${count} lines`, async () => {
    lines = (await history()).logIns
    return lines.length >= count
  })
  return lines
}

describe('sessions that the command line ends', () => {
  it('are refused after the next look, pages closed with them, and those of others live on', async () => {
    const other = await its.registerUser()
    const page = await open(user.visitor)
    expect((await user.visitor.get('/api/me')).status).toBe(200)
    const ended = await revokeOfAccount(its.owner, user.account.toUpperCase(), its.clock.now())
    expect(ended).toBe(1)
    lookForEnded()
    await until('the end', () => page.ended)
    expect((await user.visitor.get('/api/me')).status).toBe(401)
    expect((await other.visitor.get('/api/me')).status).toBe(200)
    expect(await revokeOfAccount(its.owner, null, its.clock.now())).toBeGreaterThan(0)
    lookForEnded()
    await until(
      'the refusal of the other',
      async () => (await other.visitor.get('/api/me')).status === 401,
    )
  })
})

describe('the history of log-ins', () => {
  it('shows log-ins and failed tries, newest first, and whether the device is known', async () => {
    const body = { account: user.account, password: user.password }
    await linesOf(1)
    await user.visitor.post('/api/session', body)
    await linesOf(2)
    const from = { 'user-agent': PHONE, 'x-forwarded-for': '203.0.113.11' }
    await logIn('not-the-password', from)
    const lines = await linesOf(3)
    expect(lines.map(({ succeeded, known }) => [succeeded, known])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ])
    expect(lines[0]).toMatchObject({ device: 'Chrome · Android', address: '203.0.113.11' })
  })

  it('holds no password, right or wrong', async () => {
    await logIn('a-wrong-password-of-somebody')
    await linesOf(2)
    const [all] = await its.owner.query<{ text: string }>(
      `select string_agg(l::text, ' ') as text from log_ins l`,
    )
    expect(all?.text).toContain(user.visitor.url.includes('127') ? '127.0.0.1' : '::1')
    expect(all?.text).not.toContain('a-wrong-password-of-somebody')
    expect(all?.text).not.toContain(user.password)
  })

  it('cannot be flooded by a stranger, and is forgotten after half a year', async () => {
    let now = its.clock.now()
    const logIns = createLogIns(its.db, { ...its.clock, now: () => now })
    const line = { userId, known: false, userAgent: '', address: '203.0.113.12' }
    await linesOf(1)
    for (let i = 0; i < 30; i += 1) await logIns.recordFailed(line)
    expect((await history()).logIns).toHaveLength(21)
    await logIn(user.password)
    expect((await history()).logIns[0]?.succeeded).toBe(true)
    now += 3_600_001
    await logIns.recordFailed(line)
    expect((await history()).logIns).toHaveLength(23)
    now += 180 * 86_400_000 + 1
    await logIns.sweep()
    expect((await history()).logIns).toEqual([])
  })

  it('comes in pages that neither repeat nor skip', async () => {
    await linesOf(1)
    await its.owner.query(
      `insert into log_ins (user_id, at, succeeded, known) select $1, n, true, true
       from generate_series(1, 119) n`,
      [userId],
    )
    const ids: string[] = []
    let next: string | null = null
    let turns = 0
    do {
      const page = await history(next === null ? '' : `?before=${next}`)
      ids.push(...page.logIns.map(({ id }) => id))
      next = page.next
      turns += 1
    } while (next !== null)
    expect([turns, ids.length, new Set(ids).size]).toEqual([3, 120, 120])
  })

  it("shows nobody else's", async () => {
    const stranger = await its.registerUser()
    const page = await stranger.visitor.read(rows.listLogIns.reply, '/api/log-ins')
    expect(page.logIns.length).toBeLessThanOrEqual(1)
  })
})

describe('a nickname', () => {
  it.each(['  Ada  ', '小明', 'Grace H.'])('may be %j', async (nickname) => {
    expect((await user.visitor.post('/api/nickname', { nickname })).status).toBe(204)
    const rows = await its.owner.query('select nickname from users where id = $1', [userId])
    expect(rows).toEqual([{ nickname: nickname.trim() }])
  })

  it.each(['', 'x', ' y ', 'n'.repeat(25), 'a\0b', 'a\nb'])('may not be %j', async (nickname) => {
    expect(codeOf(await user.visitor.post('/api/nickname', { nickname }))).toBe('validation_failed')
  })
})

it('lets nobody in who is not logged in', async () => {
  const stranger = its.visitor()
  for (const row of Object.values(rows)) {
    const path = row.path.replace(/:\w+/, 'A'.repeat(22))
    const answer = await stranger.ask(row.method, `/api${path}`, {
      ...(row.method === 'POST' && { body: {} }),
    })
    expect([row.path, codeOf(answer)]).toEqual([row.path, 'not_logged_in'])
  }
})
