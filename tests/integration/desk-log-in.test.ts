import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { TOTP, Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESK_IDLE_MS } from '#contract/desk.ts'
import * as rows from '#contract/endpoints/desk-session.ts'
import { problem } from '#contract/errors.ts'
import texts from '#locales/en/errors.json' with { type: 'json' }
import { admitOperator, enrolOperator } from '#server/desk/operator-office.ts'
import { openVault } from '#server/platform/vault.ts'
import {
  addTestOperator,
  brokenLine,
  OPERATOR_PASSWORD,
  operatorLogIn,
  operatorSecret,
  logInOperator,
  wrongLogIn,
} from '#support/desk.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { codeProof } from '#support/operator-code.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { SoftwareAuthenticator } from '#support/software-authenticator.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'
import { saidBy, type Answer, Visitor } from '#support/visitor.ts'

let its: TestServer
let clock: ManualClock
beforeAll(async () => {
  clock = manualClock(Date.UTC(2026, 10, 21, 9))
  its = await testServer({ clock, config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(async () => {
  expect(await brokenLine(its.db)).toBeNull()
  await its.close()
})

const code = (answer: Answer): string => problem.parse(answer.body).code
const at = (address: string) => ({ 'x-forwarded-for': address })
const logIn = (body: object, address = '203.0.113.1', visitor = its.visitor()) =>
  visitor.ask('POST', '/api/desk/session', { body, headers: at(address) })
const said = (answer: Answer) => rows.deskLogIn.reply.parse(answer.body)
describe('the second factor', () => {
  it('is required of every operator, and each code works once', async () => {
    await addTestOperator(its, 'anna')
    const { name, password, proof } = operatorLogIn(its, 'anna')
    expect(code(await logIn({ name, password }))).toBe('validation_failed')
    const wrong = await logIn({ name, password, proof: { kind: 'totp', code: '000000' } })
    expect([wrong.status, code(wrong)]).toEqual([401, 'login_failed'])
    expect((await logIn({ name, password, proof })).status).toBe(200)
    const replayed = await logIn({ name, password, proof })
    expect(saidBy(replayed)).toBe(saidBy(wrong))
    const before = new TOTP({ secret: Secret.fromBase32(operatorSecret(its, 'anna')) })
    const older = before.generate({ timestamp: clock.now() - 60_000 })
    expect((await logIn({ name, password, proof: { kind: 'totp', code: older } })).status).toBe(401)
  })
  it('takes one of two log-ins that carry the same code at the same moment', async () => {
    await addTestOperator(its, 'twice')
    const body = operatorLogIn(its, 'twice')
    const answers = await Promise.all([logIn(body), logIn(body), logIn(body)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })
  it('keeps out an operator who was never enrolled, and says what to do, to nobody else', async () => {
    await addTestOperator(its, 'old-operator')
    await its.owner.query(`delete from operator_factors f using operators o
      where o.id = f.operator_id and o.name = 'old-operator'`)
    const proof = { kind: 'totp', code: '123456' }
    const refused = await logIn({ name: 'old-operator', password: OPERATOR_PASSWORD, proof })
    expect([refused.status, code(refused)]).toEqual([403, 'operator_not_enrolled'])
    expect(code(await logIn(wrongLogIn('old-operator')))).toBe('login_failed')
    expect(texts.operator_not_enrolled).toContain('npm run operator -- enrol')
  })
  it('is replaced on the command line: the old secret, passkeys and sessions end', async () => {
    const desk = await logInOperator(its, 'loser')
    const old = operatorSecret(its, 'loser')
    const vault = await openVault(its.config.dataFolder)
    const made = await enrolOperator(its.owner, vault, { name: 'loser', atMs: clock.now() })
    if ('fault' in made) throw new Error(made.fault)
    expect(made.uri).toMatch(/^otpauth:\/\/totp\/Fairtick:loser/)
    expect((await desk.get('/api/desk/me')).status).toBe(404)
    const who = { name: 'loser', password: OPERATOR_PASSWORD }
    expect((await logIn({ ...who, proof: codeProof(old, clock.now()) })).status).toBe(401)
    expect((await logIn({ ...who, proof: codeProof(made.secret, clock.now()) })).status).toBe(200)
    const nobody = await enrolOperator(its.owner, vault, { name: 'nobody', atMs: clock.now() })
    expect(nobody).toHaveProperty('fault')
  })
  it('is kept sealed', async () => {
    const secret = Buffer.from(Secret.fromBase32(operatorSecret(its, 'anna')).bytes)
    const kept = await its.owner.query<{ secret_sealed: Buffer }>('select * from operator_factors')
    expect(kept.length).toBeGreaterThan(2)
    expect(kept.filter(({ secret_sealed: sealed }) => sealed.includes(secret))).toEqual([])
  })
})

describe('a passkey added at the desk', () => {
  it('logs in instead of a code, answers once, and goes when it is removed', async () => {
    await addTestOperator(its, 'petra')
    const who = { name: 'petra', password: OPERATOR_PASSWORD }
    const origin = its.url.replace('127.0.0.1', 'localhost')
    const page = new Visitor(origin)
    expect((await page.post('/api/desk/session', operatorLogIn(its, 'petra'))).status).toBe(200)
    const none = await page.post('/api/desk/session/challenge', who)
    expect([none.status, code(none)]).toEqual([409, 'factor_required'])

    expect(code(await page.post('/api/desk/passkeys/options', { password: 'x' }))).toBe(
      'old_password_wrong',
    )
    const offered = await page.post('/api/desk/passkeys/options', { password: OPERATOR_PASSWORD })
    const { options } = rows.startDeskPasskey.reply.parse(offered.body)
    const device = new SoftwareAuthenticator(origin)
    const answer = device.create(options)
    expect((await page.post('/api/desk/passkeys', { name: 'Key', answer })).status).toBe(204)
    const again = await page.post('/api/desk/passkeys', { name: 'Key', answer })
    expect(code(again)).toBe('factor_wrong')

    const challenge = async () => {
      const asked = await page.post('/api/desk/session/challenge', who)
      return rows.deskLogInChallenge.reply.parse(asked.body).options
    }
    const proof = { kind: 'passkey', answer: device.get(await challenge()) }
    const other = new Visitor(origin)
    expect((await other.post('/api/desk/session', { ...who, password: 'no', proof })).status).toBe(
      401,
    )
    expect((await other.post('/api/desk/session', { ...who, proof })).status).toBe(200)
    expect((await other.post('/api/desk/session', { ...who, proof })).status).toBe(401)

    const { passkeys } = await other.read(rows.deskPasskeys.reply, '/api/desk/passkeys')
    expect(passkeys).toMatchObject([{ name: 'Key', lastUsedAt: clock.now() }])
    const path = `/api/desk/passkeys/${passkeys[0]?.id}/remove`
    expect((await other.post(path, { password: OPERATOR_PASSWORD })).status).toBe(204)
    expect(code(await other.post('/api/desk/session/challenge', who))).toBe('factor_required')
    const acts = await its.db.query<{ act: string }>(
      `select act from operator_log where actor = 'petra' and act like 'passkey%' order by seq`,
    )
    expect(acts.map(({ act }) => act)).toEqual(['passkey_added', 'passkey_removed'])
  })
})

describe('failures', () => {
  it('of 900 tries from 150 addresses are judged few times, and all are told of', async () => {
    const desk = its.visitor()
    await addTestOperator(its, 'hunted')
    expect((await logIn(operatorLogIn(its, 'hunted'), '198.51.100.1', desk)).status).toBe(200)
    const statuses: number[] = []
    for (let host = 1; host <= 150; host += 1) {
      const tries = Array.from({ length: 6 }, () => logIn(wrongLogIn('hunted'), `192.0.2.${host}`))
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(890)
    // The operator is not locked out: neither on the browser nor at the address of before.
    clock.jump(30_000)
    const browser = await logIn(operatorLogIn(its, 'hunted'), '198.51.100.77', desk)
    expect(said(browser).refused).toEqual({
      count: 900,
      latestAt: clock.now() - 30_000,
      latestFrom: '192.0.2.150',
    })
    clock.jump(30_000)
    expect(said(await logIn(operatorLogIn(its, 'hunted'), '198.51.100.1')).refused).toBeNull()
    const lines = await its.db.query<{ actor: string }>(
      `select actor from operator_log where act = 'log_in_refused' and ref = 'hunted'`,
    )
    expect(lines).toEqual([{ actor: 'desk-log-in' }])
  })
  it('of all names together are capped too, and names that are nobody’s are kept nowhere', async () => {
    clock.jump(HOUR_MS)
    const statuses: number[] = []
    for (let i = 0; i < 60; i += 1) {
      statuses.push((await logIn(wrongLogIn(`typed-password-${i}`), `192.0.2.${i}`)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(40)
    const kept = await its.owner.query<{ refused: number }>(
      'select * from operator_refusals where operator_id is null',
    )
    expect(kept.at(-1)?.refused).toBe(60)
    const all = await its.owner.query(
      `select 1 from operator_log where ref like 'typed%'
        union all select 1 from throttle_buckets where bucket like '%typed%'`,
    )
    expect(all).toEqual([])
  })
  it('keep nobody out for longer than the window, and the command line opens another address', async () => {
    clock.jump(HOUR_MS)
    await addTestOperator(its, 'newcomer')
    for (let i = 0; i < 40; i += 1) await logIn(wrongLogIn('newcomer'), `192.0.2.${i}`)
    const fresh = () => logIn(operatorLogIn(its, 'newcomer'), '203.0.113.50')
    expect(code(await fresh())).toBe('rate_limited')
    const admitted = { name: 'newcomer', address: '203.0.113.50', atMs: clock.now() }
    expect(await admitOperator(its.owner, { ...admitted, address: 'here' })).toContain('no')
    expect(await admitOperator(its.owner, admitted)).toBeNull()
    expect((await fresh()).status).toBe(200)
    clock.jump(3 * MINUTE_MS)
    expect((await logIn(operatorLogIn(its, 'newcomer'), '203.0.113.51')).status).toBe(200)
  })
  it('on a known browser are capped as well, and are that browser’s alone', async () => {
    const desk = its.visitor()
    await addTestOperator(its, 'clumsy')
    await logIn(operatorLogIn(its, 'clumsy'), '203.0.113.60', desk)
    const tries: number[] = []
    for (let i = 0; i < 15; i += 1) {
      tries.push((await logIn(wrongLogIn('clumsy'), '203.0.113.60', desk)).status)
    }
    expect(tries.filter((status) => status === 401)).toHaveLength(10)
    expect((await logIn(operatorLogIn(its, 'clumsy'), '203.0.113.60')).status).toBe(200)
  })
})

describe('an idle session', () => {
  const me = (visitor: Visitor) => visitor.get('/api/desk/me')

  it('ends after fifteen minutes, whatever the page reads by itself', async () => {
    const desk = await logInOperator(its, 'idle')
    const page = await openPage(its.url, { cookie: desk.cookieHeader, origin: its.url, desk: true })
    await page.subscribe('desk')
    for (let minute = 1; minute < DESK_IDLE_MS / MINUTE_MS; minute += 1) {
      clock.jump(MINUTE_MS)
      expect((await me(desk)).status).toBe(200)
      expect((await desk.get('/api/desk/deposits')).status).toBe(200)
    }
    clock.jump(MINUTE_MS)
    expect((await me(desk)).status).toBe(404)
    expect((await desk.post('/api/desk/session/activity')).status).toBe(404)
    await clock.leap(2_000)
    await until('the end of its socket', () => page.ended)
    page.close()
  })
  it('goes on while somebody is there, until twelve hours are over', async () => {
    const desk = await logInOperator(its, 'busy')
    for (let minutes = 10; minutes < 12 * 60; minutes += 10) {
      clock.jump(10 * MINUTE_MS)
      expect((await desk.post('/api/desk/session/activity')).status).toBe(204)
    }
    clock.jump(10 * MINUTE_MS)
    expect((await me(desk)).status).toBe(404)
  })
})
