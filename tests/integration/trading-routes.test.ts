import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { getCommand } from '#contract/endpoints/commands.ts'
import { getOrder, listOrders, placeOrder, quoteOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import { commandRoutes } from '#server/ledger/routes.ts'
import { readConfig } from '#server/platform/config.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import { waitsForLock } from '#support/database-work.ts'
import { FAKE_TERMS_ID } from '#support/fake-market.ts'
import { tick } from '#support/records.ts'
import { makeUser, type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'
import { until } from '#support/until.ts'
import { AMPLE_SPACE } from '#support/ample-space.ts'

const BODY = { symbol: 'EURUSD', direction: 'up', stake: '10', durationMs: 30_000 }
const ORDER = { ...BODY, termsId: FAKE_TERMS_ID }
const COOKIE = 'somebody'
let room: TradingFixture
let http: FastifyInstance
let userId: bigint
let keys = 0

beforeAll(async () => {
  room = await tradingRoom()
  const config = readConfig([], { RATE_FACTOR: '1000' }, '/tmp')
  const session = () => ({ userId, sessionId: 1n, handle: 'handle', guest: false })
  const sessions = { read: async (cookie?: string) => (cookie === COOKIE ? session() : null) }
  http = await createHttp({
    config,
    log: pino({ level: 'silent' }),
    sessions,
    operators: { read: async () => null },
    metrics: new Registry(),
    space: AMPLE_SPACE,
  })
  tradingRoutes(http, room.trading)
  commandRoutes(http, room.db)
})
afterAll(async () => {
  await http.close()
  await room.close()
})
beforeEach(async () => {
  userId = await makeUser(room.owner, 100_000n)
  await room.clock.advance(1_000)
  room.market.push(9, tick(room.clock.now(), 100))
  await room.market.stored()
})

const freshKey = (): string => `a-key-of-the-test-${keys++}`
function post(body: object, headers: Record<string, string>) {
  return http.inject({ method: 'POST', url: '/api/orders', headers, payload: body })
}
const placed = (body: object = ORDER, key = freshKey()) =>
  post(body, { cookie: COOKIE, 'idempotency-key': key })

it('an order placed over HTTP can be read back whole, and listed', async () => {
  const answer = placeOrder.reply.parse((await placed()).json())
  const one = await http.inject({
    url: `/api/orders/${answer.order.id}`,
    headers: { cookie: COOKIE },
  })
  const detail = getOrder.reply.parse(one.json())
  expect(detail.order).toEqual(answer.order)
  expect(detail.receipt).toEqual(answer.receipt)
  const list = await http.inject({ url: '/api/orders?status=open', headers: { cookie: COOKIE } })
  expect(listOrders.reply.parse(list.json()).orders).toEqual([answer.order])
})
it('the same key answers with the same bytes; the same amount written otherwise is the same body', async () => {
  const key = freshKey()
  const [first, second] = [
    await placed(ORDER, key),
    await placed({ ...ORDER, stake: '10.00' }, key),
  ]
  expect(second.body).toBe(first.body)
  const other = await placed({ ...ORDER, stake: '11' }, key)
  expect([other.statusCode, problem.parse(other.json()).code]).toEqual([422, 'key_reused'])
})
const answerUnder = async (key: string): Promise<unknown> => {
  const url = `/api/commands/order/${key}`
  const reply = await http.inject({ url, headers: { cookie: COOKIE } })
  return getCommand.reply.parse(reply.json()).answer
}
it('what was answered under a key can be looked up, or that nothing was', async () => {
  const [key, refused] = [freshKey(), freshKey()]
  const { body } = await placed(ORDER, key)
  expect(await answerUnder(key)).toEqual(JSON.parse(body))
  expect(await answerUnder(refused)).toBeNull()
  expect((await placed({ ...ORDER, stake: '1000.01' }, refused)).statusCode).toBe(409)
  expect(await answerUnder(refused)).toBeNull()
  const other = await http.inject({
    url: `/api/commands/deposit/${key}`,
    headers: { cookie: COOKIE },
  })
  expect(other.json()).toEqual({ answer: null })
})
it('nothing is said about a key while a command under it is under way', async () => {
  const key = freshKey()
  const copies = await room.owner.transaction(async (tx) => {
    await tx.query('select 1 from user_mutex where user_id = $1 for update', [userId])
    const first = placed(ORDER, key)
    await until('the wait for the lock', () => waitsForLock(room.owner))
    return { first, asked: answerUnder(key), second: placed(ORDER, key) }
  })
  const { body } = await copies.first
  expect(await copies.asked).toEqual(JSON.parse(body))
  expect((await copies.second).body).toBe(body)
})
it('an order without a key is refused with 400, one without a session with 401', async () => {
  const keyless = await post(ORDER, { cookie: COOKIE })
  expect([keyless.statusCode, problem.parse(keyless.json()).code]).toEqual([400, 'key_missing'])
  const stranger = await post(ORDER, { 'idempotency-key': freshKey() })
  expect([stranger.statusCode, problem.parse(stranger.json()).code]).toEqual([401, 'not_logged_in'])
})
it.each(['-10', '1e3', '10.001', '1,000', ' 10', '١٠', '', 10])(
  'a stake of %j is refused, not read',
  async (stake) => {
    const answer = await placed({ ...ORDER, stake })
    expect(problem.parse(answer.json())).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'stake' }],
    })
  },
)
it('a refusal carries its code and its values', async () => {
  const answer = await placed({ ...ORDER, stake: '1000.01' })
  expect(answer.statusCode).toBe(409)
  expect(problem.parse(answer.json())).toMatchObject({
    code: 'available_too_low',
    params: { available: '1000.00' },
  })
})
it('anybody may ask what an order would mean', async () => {
  const answer = await http.inject({ method: 'POST', url: '/api/orders/quote', payload: BODY })
  expect(quoteOrder.reply.parse(answer.json())).toEqual({
    payout: 1_850n,
    profit: 850n,
    loss: 1_000n,
    breakEvenRate: 5_406,
    payoutRate: 8_500,
    termsId: FAKE_TERMS_ID,
    ruleVersion: 1,
    tieRule: 'stake_returns',
    source: 'simulated',
  })
})
