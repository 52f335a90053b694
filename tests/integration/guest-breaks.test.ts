import { DAY_MS } from '#contract/time.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { pauseTrading } from '#contract/endpoints/limits.ts'
import { problem } from '#contract/errors.ts'
import type { PauseLength } from '#contract/limits.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { FAKE_TERMS_ID, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { manualClock } from '#support/manual-clock.ts'
import { tick } from '#support/records.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const clock = manualClock(1_700_000_000_000)
const market = fakeMarket()

let its: TestServer
let user: TestUser
/** A device on which the user has logged out. */
let device: Visitor
beforeAll(async () => {
  its = await testServer({ clock, openMarket: roomOf(market) })
})
afterAll(() => its.close())
beforeEach(async () => {
  await clock.advance(1_000)
  market.push(9, tick(clock.now(), 100))
  user = await its.registerUser()
  device = user.visitor
  await logOut(device)
})

const done = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(answer.text)
  return answer
}
const logOut = async (visitor: Visitor) => done(await visitor.ask('DELETE', '/api/session'))
async function logIn(visitor: Visitor, { account, password }: TestUser = user): Promise<Visitor> {
  done(await visitor.post('/api/session', { account, password }))
  return visitor
}
/** A browser that has only the cookie by which the server recognises this one. */
function sameDevice({ cookies }: Visitor): Visitor {
  const visitor = its.visitor()
  visitor.cookies.set('fairtick-device', cookies.get('fairtick-device') ?? '')
  return visitor
}
/** The user takes a break. Returns when it ends. */
async function takeBreak(visitor: Visitor, length: PauseLength = 'hours_24'): Promise<number> {
  const { body } = done(await visitor.post('/api/limits/pause', { length }))
  const { time_out, exclusion } = pauseTrading.reply.parse(body).limits
  return Math.max(time_out ?? 0, exclusion ?? 0)
}
const breakElsewhere = async (length?: PauseLength) => takeBreak(await logIn(its.visitor()), length)

const becomeGuest = (visitor: Visitor, key: string = randomUUID()): Promise<Answer> =>
  visitor.post('/api/guest', { key })
const takePractice = (visitor: Visitor): Promise<Answer> =>
  visitor.command('/api/practice-money', {})
async function newGuest(visitor: Visitor): Promise<Visitor> {
  done(await becomeGuest(visitor))
  done(await takePractice(visitor))
  return visitor
}
const ORDER = { symbol: 'EURUSD', direction: 'up', stake: '10', durationMs: 30_000 }
const order = (visitor: Visitor): Promise<Answer> =>
  visitor.command('/api/orders', { ...ORDER, termsId: FAKE_TERMS_ID })

const SECRETS = { password: 'correct-mule-7-stapler', tradingPassword: 'another-mule-8-stapler' }
let names = 0
const newcomer = () => {
  names += 1
  return { account: `newcomer_${names}`, phone: '+8613812345678', openingCode: its.openingCode }
}
const register = (visitor: Visitor, who = newcomer()): Promise<Answer> =>
  visitor.post('/api/registration', { ...who, ...SECRETS })

const refusal = ({ status, body }: Answer) => {
  const { code, params } = problem.parse(body)
  return { status, code, until: params?.['until'] }
}
const pausedUntil = (end: number) => ({ status: 409, code: 'device_paused', until: end })
const countOf = async (table: 'guests' | 'orders' | 'users'): Promise<number> => {
  const [row] = await its.owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return row?.n ?? -1
}

describe('while a user who was on this device is on a break', () => {
  it.each(['hours_24', 'months_6'] as const)('no guest begins on it: %s', async (length) => {
    const end = await breakElsewhere(length)
    const before = await countOf('guests')
    expect(refusal(await becomeGuest(device))).toEqual(pausedUntil(end))
    expect(device.cookies.has('fairtick')).toBe(false)
    await clock.leap(end - clock.now() - 1)
    expect(refusal(await becomeGuest(device))).toEqual(pausedUntil(end))
    expect(await countOf('guests')).toBe(before)
    await clock.leap(1)
    expect((await becomeGuest(device)).status).toBe(200)
  })

  it('nor if the break began here, before the log-out', async () => {
    const end = await takeBreak(await logIn(device))
    await logOut(device)
    expect(refusal(await becomeGuest(device))).toEqual(pausedUntil(end))
  })

  it('nor if another user was on it since, who may trade', async () => {
    const end = await breakElsewhere()
    const other = await its.registerUser()
    const shared = await logIn(sameDevice(device), other)
    done(await takePractice(shared))
    expect((await order(shared)).status).toBe(200)
    await logOut(shared)
    expect(refusal(await becomeGuest(shared))).toEqual(pausedUntil(end))
  })

  it('nor if the user has logged this device out from another one', async () => {
    await logIn(device)
    const other = await logIn(its.visitor())
    done(await other.ask('DELETE', '/api/sessions'))
    const end = await takeBreak(other)
    expect(refusal(await becomeGuest(sameDevice(device)))).toEqual(pausedUntil(end))
  })

  it('nor by the key of a guest that began before it', async () => {
    const key = randomUUID()
    done(await becomeGuest(sameDevice(device), key))
    const end = await breakElsewhere()
    expect(refusal(await becomeGuest(device, key))).toEqual(pausedUntil(end))
  })

  it('no guest of it trades or gets practice money, one who began before it neither', async () => {
    const guest = await newGuest(device)
    done(await order(guest))
    const end = await breakElsewhere()
    const before = await countOf('orders')
    expect(refusal(await order(guest))).toEqual(pausedUntil(end))
    expect(await countOf('orders')).toBe(before)
    await clock.leap(end - clock.now() - 1_000)
    market.push(9, tick(clock.now(), 100))
    expect(refusal(await takePractice(guest))).toEqual(pausedUntil(end))
    expect(refusal(await order(guest))).toEqual(pausedUntil(end))
    await clock.leap(1_000)
    market.push(9, tick(clock.now(), 100))
    done(await order(guest))
    done(await takePractice(guest))
  })

  it('nor one whose session remained when the user logged in beside it', async () => {
    const guest = await newGuest(its.visitor())
    done(await order(guest))
    const end = await takeBreak(await logIn(sameDevice(guest)))
    expect(refusal(await order(guest))).toEqual(pausedUntil(end))
  })

  it('nor one whose browser has lost the cookie of the device', async () => {
    const guest = await newGuest(device)
    const end = await breakElsewhere()
    guest.cookies.delete('fairtick-device')
    expect(refusal(await order(guest))).toEqual(pausedUntil(end))
  })

  it('no one registers on it, as a guest or not', async () => {
    const guest = await newGuest(device)
    const alone = sameDevice(guest)
    const end = await breakElsewhere()
    const before = await countOf('users')
    for (const visitor of [guest, alone]) {
      const step1 = await visitor.post('/api/registration/check', newcomer())
      expect(refusal(step1)).toEqual(pausedUntil(end))
      expect(refusal(await register(visitor))).toEqual(pausedUntil(end))
    }
    guest.cookies.delete('fairtick-device')
    expect(refusal(await register(guest))).toEqual(pausedUntil(end))
    expect(await countOf('users')).toBe(before)
    await clock.leap(end - clock.now())
    expect((await register(guest)).status).toBe(200)
    expect((await register(alone)).status).toBe(200)
  })

  it('the app knows it before a tap: visitors from the server’s facts, guests from their limits', async () => {
    const infoOf = async (visitor: Visitor) =>
      (await visitor.read(getAppInfo.reply, '/api/app-info')).pausedUntil
    expect(await infoOf(device)).toBeUndefined()
    const guest = await newGuest(sameDevice(device))
    const end = await breakElsewhere()
    expect(await infoOf(device)).toBe(end)
    expect(await infoOf(its.visitor())).toBeUndefined()
    const page = await openPage(its.url, { cookie: guest.cookieHeader, origin: its.url })
    expect((await page.watch('limits'))[5]).toMatchObject({ time_out: null, exclusion: end })
    page.close()
    await clock.leap(end - clock.now())
    expect(await infoOf(device)).toBeUndefined()
  })
})

describe('what the server does not see', () => {
  it('is the user on another device, or without the cookie of this one', async () => {
    await breakElsewhere()
    device.cookies.clear()
    expect((await becomeGuest(device)).status).toBe(200)
  })
})

describe('the device of a user', () => {
  it('is trusted no longer after it was logged out from another one', async () => {
    await logIn(device)
    const other = await logIn(its.visitor())
    done(await other.ask('DELETE', '/api/sessions'))
    await logIn(device)
    const known = await its.owner.query<{ known: boolean }>(
      'select known from log_ins where user_id = $1 order by id desc limit 1',
      [await userIdOf(its, user.account)],
    )
    expect(known).toEqual([{ known: false }])
  })
})

describe('the database', () => {
  it('refuses it to whichever code asks', async () => {
    const guest = await newGuest(device)
    const [row] = await its.owner.query<{ id: bigint; device: Buffer }>(
      `select user_id as id, device_hash as device from sessions
        where user_id = (select max(user_id) from guests)`,
    )
    const end = await breakElsewhere()
    const calls = [
      () =>
        its.db.query("select open_guest('g_0000000000', 'CODE000000', '\\x01', $1, 9, $2)", [
          clock.now(),
          row?.device,
        ]),
      () => its.db.query("select register_guest($1, '{}', '', $2)", [row?.id, clock.now()]),
      () => its.db.query('select take_practice_money($1, $2)', [row?.id, clock.now() + DAY_MS / 2]),
    ]
    for (const call of calls) {
      const error = rejectedFrom(await call().catch((thrown: unknown) => thrown))
      expect([error?.code, error?.params]).toEqual(['device_paused', { until: end }])
    }
    expect((await order(guest)).status).toBe(409)
  })
})
