import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPushDevice, getPush } from '#contract/endpoints/push.ts'
import { sendMessage } from '#server/messages/messages.ts'
import { lockUser } from '#server/platform/user-transaction.ts'
import { userIdOf } from '#support/cashier-visit.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type PushService, pushService } from '#support/push-service.ts'
import { tick } from '#support/records.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { pause, until } from '#support/until.ts'

let service: PushService
let server: TestServer
let user: TestUser
const market = fakeMarket()
beforeAll(async () => {
  service = await pushService()
  const config = { pushServices: [service.origin] }
  server = await testServer({ openMarket: roomOf(market), config })
})
beforeEach(async () => {
  user = await server.registerUser()
  service.pushed.length = 0
  service.answers.length = 0
  service.asked = 0
})
afterAll(async () => {
  await server.close()
  await service.close()
})

let names = 0
async function subscribe(who = user, language = 'de') {
  names += 1
  const wish = { ...service.subscription(`browser-${names}`), language }
  const answer = await who.visitor.post('/api/push/devices', wish)
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return addPushDevice.reply.parse(answer.body).device
}
const state = (who = user) => who.visitor.read(getPush.reply, '/api/push')
async function tell(kind: 'deposit_approved' | 'password_changed' | 'welcome', who = user) {
  const userId = await userIdOf(server, who.account)
  const event = await server.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const params = { amount: '12.34', secretName: 'Zhang' }
    return sendMessage(tx, { userId, kind, params, sentAt: server.clock.now() })
  })
  server.app.hub.deliver([event])
}
const pushed = (count: number) =>
  until(`${count} pushes`, () => service.pushed.length >= count && service.pushed)

describe('a push', () => {
  it('reaches the browser alone, signed by the key that the browser knows, with nothing secret', async () => {
    const device = await subscribe()
    expect(device).toMatchObject({ current: true, language: 'de' })
    await tell('deposit_approved')
    const [first] = await pushed(1)
    // The welcome is unread as well.
    const payload = { kind: 'deposit', params: {}, language: 'de', unread: 2 }
    expect(first?.payload).toEqual(payload)
    expect(first?.claims).toMatchObject({
      aud: service.origin,
      sub: expect.stringMatching(/^mailto:/),
    })
    const { publicKey } = await state()
    expect(first?.headers.authorization).toContain(`k=${publicKey}`)
    await tell('welcome')
    await tell('password_changed')
    expect((await pushed(2)).map(({ payload }) => payload.kind)).toEqual(['deposit', 'account'])
  })

  it('tells of an alert with the price that was waited for', async () => {
    await subscribe()
    market.push(9, tick(server.clock.now(), 100_000))
    const wish = { symbol: 'EURUSD', direction: 'at_or_above', price: 100_100 }
    expect((await user.visitor.post('/api/alerts', wish)).status).toBe(200)
    market.push(9, tick(server.clock.now(), 100_200))
    const [first] = await pushed(1)
    expect(first?.payload).toMatchObject({
      kind: 'alert',
      params: { symbol: 'EURUSD', price: '100100', decimals: '5' },
    })
  })

  it('goes to every device of the user, and not where the user switched its kind off', async () => {
    await subscribe()
    await subscribe()
    const others = await server.registerUser()
    await subscribe(others)
    await tell('deposit_approved')
    await pushed(2)
    const { switches } = await state()
    expect(switches).toEqual({ settled: true, reviews: true, alerts: true, announcements: true })
    const off = { body: { ...switches, reviews: false } }
    expect((await user.visitor.ask('PUT', '/api/push/switches', off)).status).toBe(200)
    expect((await state()).switches.reviews).toBe(false)
    await tell('deposit_approved')
    await tell('deposit_approved', others)
    await pushed(3)
    await pause(100)
    expect(service.pushed).toHaveLength(3)
  })

  it('ends with the session it was asked for in', async () => {
    await subscribe()
    expect((await user.visitor.ask('DELETE', '/api/session')).status).toBe(204)
    await tell('deposit_approved')
    const other = await server.registerUser()
    await subscribe(other)
    await tell('deposit_approved', other)
    await pushed(1)
    await pause(100)
    expect(service.asked).toBe(1)
  })

  it('forgets a browser that is gone, and follows no redirect', async () => {
    await subscribe()
    service.answers.push(302, 410)
    await tell('deposit_approved')
    await until('the first answer', () => service.asked === 1)
    await pause(50)
    expect([service.asked, (await state()).devices.length]).toEqual([1, 1])
    await tell('deposit_approved')
    await until('the second answer', () => service.asked === 2)
    await until('no device', async () => (await state()).devices.length === 0)
  })
})

describe('a device', () => {
  it('is taken at a known push service only, by https and under its own name', async () => {
    const { keys } = service.subscription('nowhere')
    const tried = async (endpoint: string) =>
      (await user.visitor.post('/api/push/devices', { endpoint, keys, language: 'en' })).status
    for (const bad of [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evil.example/fcm.googleapis.com',
      'https://user@fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'https://push.apple.com.evil.example/x',
      'http://127.0.0.1:1/x',
    ]) {
      expect([bad, await tried(bad)]).toEqual([bad, 422])
    }
    for (const good of [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://db5p.notify.windows.com/w/?token=abc',
    ]) {
      expect([good, await tried(good)]).toEqual([good, 200])
    }
  })

  it('is its user’s alone: ten at most, removed by them, taken over with its address', async () => {
    for (let i = 0; i < 11; i++) await subscribe()
    const { devices } = await state()
    expect(devices).toHaveLength(10)
    const other = await server.registerUser()
    const path = `/api/push/devices/${devices[0]?.id}`
    expect((await other.visitor.ask('DELETE', path)).status).toBe(404)
    expect((await user.visitor.ask('DELETE', path)).status).toBe(204)
    expect((await state()).devices).toHaveLength(9)
    const wish = { ...service.subscription('shared'), language: 'en' }
    for (const who of [user, other]) await who.visitor.post('/api/push/devices', wish)
    expect((await state(other)).devices).toHaveLength(1)
    expect((await state()).devices).toHaveLength(9)
  })

  it('keeps the key it subscribed with over a restart', async () => {
    const before = (await state()).publicKey
    await server.restart()
    expect((await state()).publicKey).toBe(before)
    await subscribe()
    await tell('deposit_approved')
    await pushed(1)
  })
})
