/** Orders that no one can pay for: who sends them waits, others trade, and the database hardly hears of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import { FAKE_TERMS_ID, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { tick } from '#support/records.ts'
import { type TestServer, testServer } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const BODY = { symbol: 'EURUSD', direction: 'up', durationMs: 30_000, termsId: FAKE_TERMS_ID }
const HEADERS = { 'x-forwarded-for': '203.0.113.1' }
const GUESTS = 20
const ORDERS_OF_EACH = 10
/** Twenty refusals of one address are taken in, and up to seven more that were under way; one more per second. */
const REFUSED_MAX = 27
const market = fakeMarket()

let its: TestServer
let fresh: NodeJS.Timeout
beforeAll(async () => {
  const config = { rateFactor: 1, trustProxy: ['127.0.0.1'] }
  its = await testServer({ openMarket: roomOf(market), config })
  const keepFresh = (): void => market.push(9, tick(its.clock.now(), 100))
  keepFresh()
  fresh = setInterval(keepFresh, 200)
})
afterAll(async () => {
  clearInterval(fresh)
  await its.close()
})

async function newGuest(headers: Record<string, string> = HEADERS): Promise<Visitor> {
  const visitor = its.visitor()
  const { status, text } = await visitor.ask('POST', '/api/guest', {
    body: { key: randomUUID() },
    headers,
  })
  if (status !== 200) throw new Error(text)
  return visitor
}
interface Sent {
  key?: string
  stake?: string
  headers?: Record<string, string>
}
const order = (who: Visitor, sent: Sent = {}): Promise<Answer> => {
  const { key = randomUUID(), stake = '10.00', headers = HEADERS } = sent
  const body = { ...BODY, stake }
  return who.ask('POST', '/api/orders', { body, headers: { ...headers, 'idempotency-key': key } })
}
const codeOf = ({ status, body }: Answer): string =>
  status === 200 ? 'accepted' : problem.parse(body).code
const countOf = async (table: string): Promise<number> => {
  const [row] = await its.owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return row?.n ?? -1
}

describe('guests without money', () => {
  it('have few of their orders judged, and nothing of the others is stored; bystanders trade on', async () => {
    const guests: Visitor[] = []
    for (let n = 0; n < GUESTS; n++) guests.push(await newGuest())
    const { visitor } = await its.registerUser()
    await visitor.command('/api/practice-money', {})
    const elsewhere = { 'x-forwarded-for': '203.0.113.2' }
    const guest = await newGuest(elsewhere)
    await guest.ask('POST', '/api/practice-money', {
      body: {},
      headers: { ...elsewhere, 'idempotency-key': randomUUID() },
    })
    // Those of whom an order was accepted wait for no one.
    expect(codeOf(await order(visitor))).toBe('accepted')
    expect(codeOf(await order(guest, { headers: elsewhere }))).toBe('accepted')
    const stored = await countOf('idempotency')
    const began = performance.now()
    const flood = guests.flatMap((each) =>
      Array.from({ length: ORDERS_OF_EACH }, () => order(each)),
    )
    const others = [order(visitor), order(guest, { headers: elsewhere })]
    expect((await Promise.all(others)).map(codeOf)).toEqual(['accepted', 'accepted'])
    const answers = await Promise.all(flood)
    const refused = answers.filter((answer) => codeOf(answer) === 'available_too_low')
    const seconds = Math.ceil((performance.now() - began) / 1_000)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(REFUSED_MAX + seconds)
    for (const answer of answers) {
      if (refused.includes(answer)) continue
      expect(codeOf(answer)).toBe('rate_limited')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await countOf('idempotency')).toBe(stored + others.length)
    expect(await countOf('order_refusals')).toBe(refused.length)
    expect(await its.db.query('select * from ledger_faults')).toEqual([])
  })
})

it('a remembered refusal is forgotten when money comes, and its keys may be tried again', async () => {
  const { visitor } = await its.registerUser()
  expect(codeOf(await order(visitor))).toBe('available_too_low')
  const key = randomUUID()
  const again = await order(visitor, { key })
  expect(codeOf(again)).toBe('rate_limited')
  expect(problem.parse(again.body).params?.['retryAfterMs']).toBeLessThanOrEqual(1_000)
  await visitor.command('/api/practice-money', {})
  const accepted = await order(visitor, { key })
  expect(placeOrder.reply.parse(accepted.body).order.stake).toBe(1_000n)
  expect((await order(visitor, { key })).text).toBe(accepted.text)
})

it('a user who was refused five times waits, before the body of the next order is read', async () => {
  const { visitor } = await its.registerUser()
  // A smaller stake than the one that was refused could be accepted, so it is judged.
  for (const stake of ['14.00', '13.00', '12.00', '11.00', '10.00']) {
    expect(codeOf(await order(visitor, { stake }))).toBe('available_too_low')
  }
  const answer = await order(visitor, { stake: 'not an amount' })
  expect(codeOf(answer)).toBe('rate_limited')
  expect(problem.parse(answer.body).params?.['retryAfterMs']).toBeLessThanOrEqual(3_000)
  const other = await its.registerUser()
  expect(codeOf(await order(other.visitor, { stake: 'not an amount' }))).toBe('validation_failed')
})
