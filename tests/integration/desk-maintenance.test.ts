import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as rows from '#contract/endpoints/desk.ts'
import { listOrders, placeOrder } from '#contract/endpoints/trading.ts'
import { listProducts } from '#contract/endpoints/market.ts'
import { problem } from '#contract/errors.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { DRAIN_MS } from '#server/market/maintenance.ts'
import { brokenLine, logInOperator } from '#support/desk.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'
import { until } from '#support/until.ts'
import type { Answer, Visitor } from '#support/visitor.ts'

const START = Date.parse('2026-11-18T13:20:30.250Z')
const SYMBOL = 'BTCUSDT'
/** No one has an order on it. */
const EMPTY = 'ETHUSDT'
/** Where nothing is asked meanwhile. */
const LONG_STEP_MS = 2_500
const clock = manualClock(START)

let its: TestServer
let desk: Visitor
let users: TestUser[]
beforeAll(async () => {
  its = await testServer({ clock, openMarket: openSimulated(SYMBOL, EMPTY) })
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

const play = (ms: number, stepMs?: number): Promise<void> => playTime(clock, ms, stepMs)
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
const halt = () => desk.post(`/api/desk/products/${SYMBOL}/halt`)
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

const fail = (): never => {
  throw new Error('a user is missing')
}
const decided = ['won', 'lost', 'draw']

describe('draining', () => {
  const ids: string[] = []
  let askedAt = 0
  it('sells nothing more, and says when it will halt', async () => {
    const [first = fail(), second = fail()] = users
    ids.push(await placed(first, 60_000), await placed(second, 120_000, 'down'))
    ids.push(await placed(second, 900_000))
    await play(10_000)
    askedAt = clock.now()
    const answer = await halt()
    expect(answer.body).toMatchObject({ state: 'draining', since: askedAt })
    expect(answer.body).toMatchObject({ haltsAt: askedAt + DRAIN_MS })
    expect((await product()).session).toEqual({ state: 'halted', opensAt: null, closesAt: null })
    expect(code(await order(first, 30_000))).toBe('market_closed')
    expect(code(await halt())).toBe('document_moved_on')
  })
  it('tells an operator nothing that depends on open positions', async () => {
    const [idle] = (await desk.read(rows.deskProducts.reply, '/api/desk/products')).products
    expect(Object.keys(idle ?? {}).sort()).toEqual(
      ['haltsAt', 'since', 'state', 'symbol', 'ticksAside'].sort(),
    )
    const other = await desk.post(`/api/desk/products/${EMPTY}/halt`)
    expect(other.body).toMatchObject({ state: 'draining', haltsAt: clock.now() + DRAIN_MS })
  })
  it('refuses SQL that would halt it earlier, or that dates its start back', async () => {
    const sql = (text: string) =>
      its.owner.query(text).then(
        () => 'done',
        (error: Error) => error.message,
      )
    expect(await sql(`update product_maintenance set halted_at = asked_at + 1`)).toMatch(/drains/)
    expect(await sql(`update product_maintenance set halted_at = asked_at + 911000`)).toMatch(
      /drains/,
    )
    for (const [how, halted] of [
      ['now', 'null'],
      ['drain', '1'],
      ['drain', 'null'],
    ]) {
      const insert = `insert into product_maintenance (product_id, how, asked_by, asked_at, halted_at)
        values (18, '${how}', 'anna', ${askedAt - 60_000}, ${halted})`
      expect(await sql(insert)).toMatch(/starts by draining, now/)
    }
  })
  it('refuses the server’s role that halts, resumes or drains without an operator', async () => {
    const at = clock.now()
    const call = (text: string) =>
      its.db.query(text).then(
        () => 'done',
        (error: Error) => error.message,
      )
    for (const act of ['begin', 'end']) {
      for (const [actor, secret] of [
        ['anna', "'guessed'"],
        ['anna', 'null'],
        ['practice-reviewer', 'null'],
      ]) {
        const sql = `select ${act}_maintenance('${actor}', ${secret}, 18, ${at})`
        expect([sql, await call(sql)]).toEqual([sql, 'not_found'])
      }
    }
    expect(await call(`select halt_drained(18, ${at})`)).toMatch(/drains/)
    expect(await call('update product_maintenance set ended_at = 1')).toMatch(/permission denied/)
  })
  it('outlives a restart of the server', async () => {
    await its.app.close()
    await clock.advance(20_000)
    await its.restart()
    await play(2_000)
    expect((await atDesk()).state).toBe('draining')
    expect(code(await order(users[0] ?? fail(), 30_000))).toBe('market_closed')
  })
  it('lets every order settle by prices that go on, and only then halts', async () => {
    await play(130_000, LONG_STEP_MS)
    const early = await statuses()
    for (const id of ids.slice(0, 2)) expect(decided).toContain(early.get(id)?.status)
    const nearlyOver = askedAt + DRAIN_MS - 5_000
    await play(nearlyOver - clock.now(), LONG_STEP_MS)
    // The desk of the first operator has been idle for too long.
    desk = await logInOperator(its, 'berta')
    expect((await atDesk()).state).toBe('draining')
    expect(decided).toContain((await statuses()).get(ids[2] ?? '')?.status)
    await play(7_000)
    await until('the halt', async () => (await atDesk()).state === 'halted')
    await play(1_000)
    const [only, ...more] = await halts()
    expect(more).toEqual([])
    expect(only?.timeMs).toBeGreaterThanOrEqual(askedAt + DRAIN_MS)
    const log = await records()
    const last = log.findLast(({ kind }) => kind === 'tick')
    expect((only?.timeMs ?? 0) - (last?.timeMs ?? 0)).toBeLessThan(3_000)
    expect(log.at(-1)).toEqual(only)
    expect([...(await statuses()).values()].map(({ status }) => status)).not.toContain('void')
  }, 180_000)
  it('opens again with the next tick, and is called off as easily', async () => {
    expect((await resume()).body).toMatchObject({ state: 'open', since: null, haltsAt: null })
    expect(code(await resume())).toBe('document_moved_on')
    await play(5_000)
    expect((await product()).session.state).toBe('open')
    const id = await placed(users[0] ?? fail(), 30_000)
    expect((await halt()).status).toBe(200)
    await play(5_000)
    expect((await resume()).body).toMatchObject({ state: 'open' })
    await play(28_000)
    expect(decided).toContain((await statuses()).get(id)?.status)
    expect(await halts()).toHaveLength(1)
    const unknown = await desk.post('/api/desk/products/NOSUCH/halt')
    expect([unknown.status, code(unknown)]).toEqual([404, 'product_unknown'])
  })
  it('stands in the operator log', async () => {
    const { acts } = await desk.read(rows.deskLog.reply, '/api/desk/log?actor=anna')
    expect(acts.filter(({ act }) => act === 'product_halt').map(({ ref }) => ref)).toEqual([
      EMPTY,
      SYMBOL,
    ])
  })
})
