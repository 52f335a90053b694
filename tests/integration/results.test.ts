import { DAY_MS } from '#contract/time.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getResults } from '#contract/endpoints/records.ts'
import type { Results } from '#contract/results.ts'
import { tick } from '#support/records.ts'
import { type RecordsRoom, recordsRoom } from '#support/records-room.ts'
import {
  expectedResults,
  insertChanges,
  insertOrders,
  gainOf,
  type MadeChange,
  type MadeOrder,
  makeOrders,
} from '#support/results-room.ts'
import { makeUser, START_MS } from '#support/trading-fixture.ts'

const SPAN_DAYS = 120
let folder: string
let room: RecordsRoom
let orders: MadeOrder[]
let changes: MadeChange[]
let user: bigint
let other: bigint

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-results-'))
  room = await recordsRoom(folder)
  user = await makeUser(room.owner, 0n)
  other = await makeUser(room.owner, 0n)
  const plan = { endMs: START_MS, days: SPAN_DAYS }
  orders = makeOrders({ ...plan, seed: 1, count: 3_000, firstId: 500_000 })
  changes = [
    { at: START_MS - 200 * DAY_MS, amount: 100_000_000_000 },
    { at: START_MS - 40 * DAY_MS, amount: 123 },
    { at: START_MS - 5 * DAY_MS, amount: 45_600 },
  ]
  await insertOrders(room.owner, user, orders)
  const all = [...orders.map(gainOf), ...changes.map(({ amount }) => amount)]
  const total = all.reduce((sum, amount) => sum + amount, 0)
  await insertChanges(room.owner, user, { changes, total })
  // Another user's orders are in the same tables and days.
  await insertOrders(
    room.owner,
    other,
    makeOrders({ ...plan, seed: 2, count: 40, firstId: 600_000 }),
  )
})
afterAll(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

async function read(who: bigint, days: number | null): Promise<Results> {
  const url = `/api/results${days === null ? '' : `?days=${days}`}`
  const answer = await room.http.inject({ url, headers: room.as(who) })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return getResults.reply.parse(answer.json())
}

describe('own results', () => {
  it.each([null, 1, 7, 30, 90, 365])(
    'equal what the orders and the ledger give, over %s days',
    async (days) => {
      const expected = expectedResults({ orders, changes }, { nowMs: START_MS, days })
      expect(await read(user, days)).toEqual(expected)
    },
  )

  it('are of every kind in this test', async () => {
    const { all, days, bestOrder, worstOrder } = await read(user, null)
    expect(Math.min(all.won, all.lost, all.draw, all.void)).toBeGreaterThan(15)
    expect(days.length).toBeGreaterThan(SPAN_DAYS - 2)
    expect([bestOrder, worstOrder]).not.toContain(null)
    expect(new Set(days.map(({ winRate }) => winRate?.compared)).size).toBeGreaterThan(1)
  })

  it('of a user without orders are empty, with the assets', async () => {
    const newcomer = await makeUser(room.owner, 12_345n)
    expect(await read(newcomer, 30)).toEqual({
      ...expectedResults({ orders: [], changes: [] }, { nowMs: START_MS, days: 30 }),
      assets: { before: 0n, days: [{ day: '2023-11-14', total: 12_345n }] },
    })
  })

  it('end with the total assets that the balance has', async () => {
    const { all, assets } = await read(user, null)
    const [balance] = await room.owner.query<{ state: { total: string } }>(
      'select balance_state($1, $2)::json as state',
      [user, START_MS],
    )
    expect(assets.days.at(-1)?.total).toBe(BigInt((balance?.state.total ?? '').replace('.', '')))
    expect(all.orders).toBe(orders.length)
  })

  it('need a session and a sensible period', async () => {
    const plain = await room.http.inject({ url: '/api/results' })
    expect(plain.json()).toMatchObject({ code: 'not_logged_in' })
    for (const days of ['0', '-1', '1.5', '100000', 'x']) {
      const answer = await room.http.inject({
        url: `/api/results?days=${days}`,
        headers: room.as(user),
      })
      expect(answer.json()).toMatchObject({ code: 'validation_failed' })
    }
  })

  it('count an order once the server has settled it', async () => {
    const trader = await makeUser(room.owner, 10_000n)
    await room.trading.settlement.start()
    const push = (price: number) => room.market.push(9, tick(room.clock.now(), price))
    await room.clock.advance(1_000)
    push(100)
    const { order } = await room.place(trader, { stake: '10.00' })
    expect((await read(trader, 7)).all.orders).toBe(0)
    await room.clock.advance(1_000)
    push(100)
    await room.clock.advance(1_000)
    push(100)
    await room.clock.advance(28_500)
    push(101)
    await room.clock.advance(1_000)
    push(101)
    await room.trading.settlement.idle()
    await room.trading.settlement.stop()
    const { all, bestOrder, durations } = await read(trader, 7)
    expect(all).toMatchObject({ orders: 1, won: 1, staked: 1_000n, profitAndLoss: 850n })
    expect(bestOrder?.id).toBe(order.id)
    expect(durations.map(({ durationMs }) => durationMs)).toEqual([30_000])
  })
})
