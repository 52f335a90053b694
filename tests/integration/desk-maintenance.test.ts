import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/desk.ts'
import { listOrders, placeOrder } from '#contract/endpoints/trading.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { problem } from '#contract/errors.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { brokenLine, logInOperator } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { pause, until } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const START = Date.parse('2026-11-18T13:20:30.250Z')
const SYMBOL = 'BTCUSDT'
const STEP_MS = 250
const clock = manualClock(START)

let its: TestServer
let desk: Visitor
let users: TestUser[]
beforeAll(async () => {
  its = await testServer({ clock, openMarket: openSimulated('BTCUSDT') })
  desk = await logInOperator(its, 'anna')
  users = [await its.registerUser(), await its.registerUser()]
  for (const { visitor } of users) await visitor.command('/api/practice-money', {})
  await play(5_000)
})
afterAll(async () => {
  expect(await faultsOf(its.db)).toEqual([])
  expect(await brokenLine(its.db)).toBeNull()
  await its.close()
})

/** And what it stored is read by the server. */
async function play(ms: number): Promise<void> {
  await playTime(clock, ms, STEP_MS)
  await pause(100)
}
const code = (answer: Answer): string => problem.parse(answer.body).code
const product = async () => {
  const { products } = await its.visitor().read(listProducts.reply, '/api/products')
  const found = products.find(({ symbol }) => symbol === SYMBOL)
  if (found === undefined) throw new Error('no such product')
  return found
}
const atDesk = async () => {
  const { products } = await desk.read(rows.deskProducts.reply, '/api/desk/products')
  const found = products.find(({ symbol }) => symbol === SYMBOL)
  if (found === undefined) throw new Error('not at the desk')
  return found
}
const halt = (how: 'drain' | 'now') => desk.post(`/api/desk/products/${SYMBOL}/halt`, { how })
const resume = () => desk.post(`/api/desk/products/${SYMBOL}/resume`)

async function order(user: TestUser, durationMs: number, direction = 'up'): Promise<Answer> {
  const { termsId } = (await product()).terms
  const body = { symbol: SYMBOL, direction, stake: '10', durationMs, termsId }
  return user.visitor.command('/api/orders', body)
}
async function placed(user: TestUser, durationMs: number, direction?: string): Promise<string> {
  const answer = await order(user, durationMs, direction)
  expect(answer.status).toBe(200)
  return placeOrder.reply.parse(answer.body).order.id
}
const statuses = async (): Promise<Map<string, { status: string; voidReason: string | null }>> => {
  const pages = await Promise.all(
    users.map(({ visitor }) => visitor.read(listOrders.reply, '/api/orders?status=all')),
  )
  return new Map(pages.flatMap(({ orders }) => orders.map((each) => [each.id, each] as const)))
}
const records = async (): Promise<TickRecord[]> => {
  const { market } = its.app
  return market.recordsAfter((await product()).id, 0, 1_000_000)
}
const halts = async () =>
  (await records()).filter((record) => record.kind === 'halt' && record.reason === 'maintenance')

describe('halting at once', () => {
  it('voids every open order alike, and opens no earlier than the last of them', async () => {
    const [first, second] = users
    if (first === undefined || second === undefined) throw new Error('two users')
    const before = await placed(first, 30_000)
    await play(20_000)
    const caught = [
      await placed(first, 30_000),
      await placed(second, 30_000, 'down'),
      await placed(second, 60_000),
      await placed(first, 120_000, 'down'),
    ]
    await play(10_500)
    expect((await halt('now')).body).toMatchObject({ state: 'halted', openPositions: 4 })
    expect((await product()).session).toEqual({ state: 'halted', opensAt: null, closesAt: null })
    expect(code(await order(first, 30_000))).toBe('market_closed')
    const refused = await resume()
    expect([refused.status, code(refused)]).toEqual([409, 'document_moved_on'])
    await play(60_000)
    expect([(await resume()).status, (await atDesk()).openPositions]).toEqual([409, 1])
    await play(62_000)
    const all = await statuses()
    expect(['won', 'lost', 'draw']).toContain(all.get(before)?.status)
    for (const id of caught) {
      expect(all.get(id)).toMatchObject({ status: 'void', voidReason: 'halt_at_exit' })
    }
    expect(await faultsOf(its.db)).toEqual([])
  })
  it('writes one halt, no tick during it, and opens with the next tick', async () => {
    expect(await halts()).toHaveLength(1)
    expect((await resume()).body).toMatchObject({ state: 'open', openPositions: 0 })
    await play(5_000)
    const log = await records()
    const from = log.findIndex(({ kind }) => kind === 'halt')
    const to = log.findIndex(({ kind }, at) => at > from && kind === 'tick')
    expect(log.slice(from + 1, to).every(({ kind }) => kind === 'heartbeat')).toBe(true)
    expect(to).toBeGreaterThan(from)
    expect((await product()).session.state).toBe('open')
    await placed(users[0] ?? fail(), 30_000)
    await play(32_000)
    const [newest] = [...(await statuses()).values()]
    expect(['won', 'lost', 'draw']).toContain(newest?.status)
  })
})
const fail = (): never => {
  throw new Error('a user is missing')
}

describe('draining', () => {
  it('sells nothing more, lets the last position settle by the rule, and only then halts', async () => {
    const id = await placed(users[0] ?? fail(), 60_000)
    expect((await halt('drain')).body).toMatchObject({ state: 'draining', openPositions: 1 })
    expect((await product()).session.state).toBe('halted')
    expect(code(await order(users[1] ?? fail(), 30_000))).toBe('market_closed')
    await play(30_000)
    expect((await atDesk()).state).toBe('draining')
    await play(34_000)
    await until('the halt', async () => (await atDesk()).state === 'halted')
    expect(['won', 'lost', 'draw']).toContain((await statuses()).get(id)?.status)
    await play(1_000)
    expect(await halts()).toHaveLength(2)
  })
  it('outlives a restart of the server', async () => {
    await its.restart()
    await play(2_000)
    expect((await product()).session.state).toBe('halted')
    expect((await atDesk()).state).toBe('halted')
    expect(code(await order(users[0] ?? fail(), 30_000))).toBe('market_closed')
    expect((await resume()).status).toBe(200)
    await play(3_000)
    await placed(users[0] ?? fail(), 30_000)
  })
  it('can become a halt at once, and be called off', async () => {
    expect((await halt('drain')).status).toBe(200)
    expect((await resume()).body).toMatchObject({ state: 'open' })
    expect((await halt('drain')).status).toBe(200)
    expect(code(await halt('drain'))).toBe('document_moved_on')
    expect((await halt('now')).body).toMatchObject({ state: 'halted' })
    expect(code(await halt('now'))).toBe('document_moved_on')
    await play(32_000)
    expect((await resume()).status).toBe(200)
    expect(code(await resume())).toBe('document_moved_on')
    const unknown = await desk.post('/api/desk/products/NOSUCH/halt', { how: 'now' })
    expect([unknown.status, code(unknown)]).toEqual([404, 'product_unknown'])
  })
  it('stands in the operator log', async () => {
    const { acts } = await desk.read(rows.deskLog.reply, '/api/desk/log?actor=anna')
    expect(acts.filter(({ act }) => act === 'product_halt').map(({ ref }) => ref)).toEqual([
      `${SYMBOL} now`,
      `${SYMBOL} drain`,
      `${SYMBOL} drain`,
      `${SYMBOL} drain`,
      `${SYMBOL} now`,
    ])
  })
})
