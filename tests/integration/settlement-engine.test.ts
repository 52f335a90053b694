import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import type { Database } from '#server/platform/db/database.ts'
import { SettlementEngine } from '#server/trading/settlement.ts'
import { pino } from 'pino'
import { gap, heartbeat, tick } from '#support/records.ts'
import { fakeHub, makeUser, type TradingFixture, tradingRoom } from '#support/trading-fixture.ts'

const EURUSD = 9
const GC = 1
let room: TradingFixture
let user: bigint
const engines: SettlementEngine[] = []

beforeEach(async () => {
  room = await tradingRoom()
  user = await makeUser(room.owner, 100_000n)
  await room.clock.advance(1_000)
  for (const id of [EURUSD, GC]) room.market.push(id, tick(room.clock.now(), 100))
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop()
  await room.close()
})

interface Engine {
  engine: SettlementEngine
  hub: ReturnType<typeof fakeHub>
  lateness: number[]
}
async function startEngine(db = room.pools.settlement): Promise<Engine> {
  const hub = fakeHub()
  const lateness: number[] = []
  const engine = new SettlementEngine({
    db,
    market: room.market,
    clock: room.clock,
    log: pino({ level: 'silent' }),
    deliver: (events) => hub.deliver(events),
    observe: (ms) => void lateness.push(ms),
  })
  engines.push(engine)
  await engine.start()
  return { engine, hub, lateness }
}
async function statuses(): Promise<string[]> {
  const rows = await room.owner.query<{ status: string }>('select status from orders order by id')
  return rows.map(({ status }) => status)
}
/** The log continues for `ms`, told or not. */
async function goOn(ms: number, how: 'push' | 'store' = 'push'): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await room.clock.advance(500)
    for (const id of [EURUSD, GC]) room.market[how](id, tick(room.clock.now(), 100 + passed))
  }
}

describe('recovery', () => {
  it('a new engine gives the entry and the result that the dead one owed', async () => {
    await room.place(user)
    await room.place(user, { symbol: 'GC', direction: 'down' })
    await goOn(40_000, 'store')
    const { engine } = await startEngine()
    await engine.idle()
    expect(await statuses()).toEqual(['won', 'lost'])
    expect(engine.waiting).toBe(0)
  })
  it('goes on with what was live, and waits for what is not due', async () => {
    const first = await startEngine()
    const { order } = await room.place(user)
    first.engine.schedule(EURUSD, order, user)
    await goOn(10_000)
    await first.engine.idle()
    expect(await statuses()).toEqual(['live'])
    await first.engine.stop()

    const second = await startEngine()
    expect(second.engine.waiting).toBe(1)
    await goOn(25_000)
    await second.engine.idle()
    expect(await statuses()).toEqual(['won'])
  })
  it('a restart gap over expiry voids, whoever settles', async () => {
    await room.place(user)
    await goOn(29_000, 'store')
    await room.clock.advance(5_000)
    const { engine } = await startEngine()
    room.market.push(EURUSD, gap(room.clock.now()), heartbeat(room.clock.now() + 1))
    await engine.idle()
    expect(await statuses()).toEqual(['void'])
  })
  it('the sweep takes up an order that was never scheduled', async () => {
    const { engine } = await startEngine()
    await room.place(user)
    await goOn(40_000)
    await engine.sweep()
    await engine.idle()
    expect(await statuses()).toEqual(['won'])
  })
  it('misses no tick that came between its start and its scheduling', async () => {
    const { engine } = await startEngine()
    const { order } = await room.place(user)
    await room.clock.advance(UNSIGNED_LEAD_MS + 1)
    room.market.push(EURUSD, tick(room.clock.now(), 777))
    engine.schedule(EURUSD, order, user)
    await engine.idle()
    const [row] = await room.owner.query<{ entry_price: bigint }>('select entry_price from orders')
    expect(row?.entry_price).toBe(777n)
  })
})

describe('two engines at once', () => {
  it('settle every order once and tell each change once', async () => {
    const [one, two] = [await startEngine(), await startEngine()]
    for (let i = 0; i < 15; i++) {
      const symbol = i % 2 === 0 ? 'EURUSD' : 'GC'
      const { order } = await room.place(user, { symbol, stake: '2.00' })
      for (const { engine } of [one, two]) engine.schedule(i % 2 === 0 ? EURUSD : GC, order, user)
    }
    await goOn(40_000)
    await Promise.all([one.engine.idle(), two.engine.idle()])
    expect(await room.owner.query('select * from ledger_faults')).toEqual([])
    expect(new Set(await statuses())).toEqual(new Set(['won']))
    const [count] = await room.owner.query<{ n: bigint }>(
      "select count(*) as n from transfers where kind = 'order_settle'",
    )
    expect(count?.n).toBe(15n)
    const told = [...one.hub.delivered, ...two.hub.delivered].filter((e) => e.topic === 'positions')
    const seqs = told.map(({ seq }) => Number(seq)).sort((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: 30 }, (_, i) => i + 16))
  })
})

describe('trouble', () => {
  /** The database as the engine sees it while it is away. */
  function flaky(): { db: Database<'settlement'>; away: boolean } {
    const state = { away: false }
    const { settlement } = room.pools
    const db: Database<'settlement'> = {
      ...settlement,
      query: (sql, params) =>
        state.away
          ? Promise.reject(new Error('connection refused'))
          : settlement.query(sql, params),
    }
    return Object.assign(state, { db })
  }
  it('a database that is away delays and loses nothing', async () => {
    const link = flaky()
    const { engine, lateness } = await startEngine(link.db)
    const { order } = await room.place(user)
    engine.schedule(EURUSD, order, user)
    await goOn(10_000)
    await engine.idle()
    link.away = true
    await goOn(30_000)
    expect(await statuses()).toEqual(['live'])
    link.away = false
    await goOn(10_000)
    await engine.idle()
    expect(await statuses()).toEqual(['won'])
    expect(lateness[0]).toBeGreaterThan(5_000)
  })
  it('a log that cannot be read delays and loses nothing', async () => {
    const { engine } = await startEngine()
    const { order } = await room.place(user)
    engine.schedule(EURUSD, order, user)
    room.market.broken = true
    await goOn(40_000)
    expect(await statuses()).toEqual(['open'])
    room.market.broken = false
    await goOn(1_000)
    await engine.idle()
    await goOn(1_000)
    await engine.idle()
    expect(await statuses()).toEqual(['won'])
  })
  it('one order that the database refuses does not hold up the others', async () => {
    const { engine } = await startEngine()
    const placed = []
    for (let i = 0; i < 5; i++) placed.push((await room.place(user)).order)
    for (const order of placed) engine.schedule(EURUSD, order, user)
    await goOn(10_000)
    await engine.idle()
    // As if someone had settled the third by hand: its second transfer cannot be inserted.
    await room.owner.query(
      `select post(array['order_settle'], array[$1::text], array[$2::bigint], array[1, 1],
        array[user_account($2::bigint, 'stake'), user_account($2::bigint, 'cash')], array[-1, 1])`,
      [placed[2]?.id, user],
    )
    await goOn(25_000)
    await engine.idle()
    expect(await statuses()).toEqual(['won', 'won', 'live', 'won', 'won'])
  })
})
