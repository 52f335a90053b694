import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/security.ts'
import { ALARM_FLUSH_MS, ALARM_PERIOD_MS } from '#server/identity/log-in-alarm.ts'
import { createCredentials } from '#server/identity/credentials.ts'
import { createPasswordHasher } from '#server/identity/password-hasher.ts'
import { createRegistration } from '#server/identity/registration.ts'
import { createThrottle } from '#server/identity/throttle.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'
import { saidBy, type Answer, type Visitor } from '#support/visitor.ts'

/** Time passes when a test says so; what the server does again and again runs with `tickOver`. */
let now = 1_700_000_000_000
const repeated = new Map<number, (() => void)[]>()
const clock: MarketClock = {
  now: () => now,
  at: () => () => undefined,
  every: (periodMs, run) => {
    repeated.set(periodMs, [...(repeated.get(periodMs) ?? []), run])
    return () => undefined
  },
}
const tickOver = (periodMs: number): void => {
  for (const run of repeated.get(periodMs) ?? []) run()
}

let its: TestServer
let owner: TestUser
beforeAll(async () => {
  its = await testServer({ clock, config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => its.close())
beforeEach(async () => {
  now += 24 * HOUR_MS
  owner = await its.registerUser()
})

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36'
const from = (number: number) => ({
  'x-forwarded-for': `203.0.${113 + Math.floor(number / 250)}.${number % 250}`,
  'user-agent': AGENT,
})
function logIn(
  account: string,
  password: string,
  { visitor = its.visitor(), at = 999 }: { visitor?: Visitor; at?: number } = {},
): Promise<Answer> {
  const body = { account, password, proof: null }
  return visitor.ask('POST', '/api/session', { body, headers: from(at) })
}
/** In small groups: the queue of log-ins is short on purpose. */
async function guess(account: string, count: number, addresses = 250): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let first = 0; first < count; first += 10) {
    const group = Array.from({ length: Math.min(10, count - first) }, (_, n) => first + n)
    const guesses = group.map((n) => logIn(account, `guess-number-${n}`, { at: n % addresses }))
    answers.push(...(await Promise.all(guesses)))
  }
  return answers
}
const statuses = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const history = async () => (await owner.visitor.read(rows.listLogIns.reply, '/api/log-ins')).logIns
const notices = () =>
  its.owner.query<{ params: { count: string } }>(
    `select m.params from messages m join users u on u.id = m.user_id
     where u.account = $1 and m.kind = 'log_ins_refused' order by m.id`,
    [owner.account],
  )
const flushed = async (): Promise<void> => {
  tickOver(ALARM_FLUSH_MS)
  await until('the line', async () => (await history()).some(({ refused }) => refused))
}

describe('guesses of one password from 250 addresses', () => {
  it('are judged twenty times; the rest is refused unread, and the owner comes in where they were before', async () => {
    const answers = await guess(owner.account, 1_500)
    expect(statuses(answers)).toEqual({ 401: 20, 429: 1_480 })
    // Even the right password: a refused caller learns nothing.
    expect((await logIn(owner.account, owner.password)).status).toBe(429)
    const known = { visitor: owner.visitor }
    expect((await logIn(owner.account, owner.password, known)).status).toBe(200)
    now += 5 * MINUTE_MS
    expect(statuses(await guess(owner.account, 20))).toEqual({ 401: 1, 429: 19 })
  })

  it('are answered alike whether or not the account exists', async () => {
    const known = await guess(owner.account, 40)
    const unknown = await guess('nobody_00', 40)
    const said = (answers: readonly Answer[]) => answers.map(saidBy).sort()
    expect(said(unknown)).toEqual(said(known))
    const headers = (answer: Answer | undefined) => [...(answer?.headers.keys() ?? [])]
    expect(headers(unknown.at(-1))).toEqual(headers(known.at(-1)))
  })

  it('count as a stranger’s at an address where the owner once was, and on a device that was signed out', async () => {
    const second = its.visitor()
    expect((await logIn(owner.account, owner.password, { visitor: second })).status).toBe(200)
    await guess(owner.account, 40)
    expect((await logIn(owner.account, owner.password)).status).toBe(429)
    expect((await logIn(owner.account, owner.password, { visitor: second })).status).toBe(200)
    expect((await owner.visitor.ask('DELETE', '/api/sessions')).status).toBe(204)
    expect((await logIn(owner.account, owner.password, { visitor: second })).status).toBe(429)
    const own = { visitor: owner.visitor }
    expect((await logIn(owner.account, owner.password, own)).status).toBe(200)
  })

  it('are told once, with their number, and stand as one line in the history', async () => {
    const answers = await guess(owner.account, 1_500)
    expect(statuses(answers)).toEqual({ 401: 20, 429: 1_480 })
    await flushed()
    const lines = await history()
    const [refused] = lines.filter((line) => line.refused)
    expect(refused).toMatchObject({
      succeeded: false,
      known: false,
      times: 1_480,
      places: 250,
      device: 'Chrome · Windows',
      address: expect.stringMatching(/^203\.0\.11\d\.\d+$/),
    })
    const others = lines.filter((line) => !line.refused)
    expect(others.every(({ times, places }) => times === 1 && places === 1)).toBe(true)
    expect(lines.length).toBeLessThanOrEqual(22)
    expect(await notices()).toEqual([{ params: { count: '1500' } }])
  })

  it('are told again after six hours at the earliest, with what came since; the line of the hour grows', async () => {
    await guess(owner.account, 60)
    await flushed()
    await guess(owner.account, 30)
    tickOver(ALARM_FLUSH_MS)
    await until('the line to grow', async () =>
      (await history()).some(({ times }) => times === 40 + 30),
    )
    expect(await notices()).toEqual([{ params: { count: '60' } }])
    now += ALARM_PERIOD_MS
    tickOver(HOUR_MS)
    await until('the second notice', async () => (await notices()).length > 1)
    expect(await notices()).toEqual(['60', '30'].map((count) => ({ params: { count } })))
    expect((await history()).filter(({ refused }) => refused)).toHaveLength(1)
  })

  it('are no message while they are as few as an owner with a new phone makes', async () => {
    await guess(owner.account, 6)
    tickOver(ALARM_FLUSH_MS)
    now += ALARM_PERIOD_MS
    tickOver(HOUR_MS)
    await guess(owner.account, 3)
    await its.restart()
    expect(await notices()).toEqual([])
    expect((await its.owner.query('select 1 from log_in_alarms where untold = 9')).length).toBe(1)
  })
})

it('registers thirty from one address, then one every two minutes, since each costs two hashes', async () => {
  const { db, openingCode, app } = its
  const hasher = await createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  const passwords = createCredentials({ credentials: its.pools.credentials, clock, hasher })
  const throttle = createThrottle(db, clock)
  const common = { db, hub: app.hub, clock, hasher, passwords, throttle }
  const desk = createRegistration({
    ...common,
    sessions: { revokeAll: async () => [], forget: () => undefined },
    rateFactor: 1,
    names: () => [],
    onLost: () => undefined,
  })
  const secrets = { password: 'correct-mule-7-stapler', tradingPassword: 'another-mule-8-stapler' }
  const register = (number: number, address = '192.0.2.1') => {
    const who = { account: `many_${number}`, phone: '+8613812345678', openingCode }
    return desk.register({ ...who, ...secrets }, { address, device: undefined })
  }
  for (let number = 0; number < 30; number += 1) await register(number)
  await expect(register(30)).rejects.toMatchObject({ code: 'rate_limited' })
  await register(31, '192.0.2.2')
  now += 2 * MINUTE_MS
  await register(32)
})
