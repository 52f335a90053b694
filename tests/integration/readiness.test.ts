/** When the server says that it takes orders, and why not. */
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openHealth, readiness } from '#server/health.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { type FakeMarket, fakeMarket } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { heartbeat, tick } from '#support/records.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { AMPLE_SPACE } from '#support/ample-space.ts'

const CATALOGUE = [1, 9]
const ROLES = ['app', 'settlement', 'market'] as const
let clock: ManualClock
let market: FakeMarket
let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  clock = manualClock(1_700_000_000_000)
  market = fakeMarket()
  database = await testDatabase()
  server = await testServer({ clock, database, openMarket: roomOf(market) })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const readyz = async (): Promise<[number, unknown]> => {
  const { status, body } = await server.visitor().get('/readyz')
  return [status, body]
}
const refusing = (...reasons: string[]) => [503, expect.objectContaining({ ready: false, reasons })]
const READY = [200, { ready: true, reasons: [], tickAgeMs: 0 }]

it('is false before the first tick', async () => {
  expect(await readyz()).toEqual([503, { ready: false, reasons: ['price_stale'], tickAgeMs: null }])
})

const partsOf = (pools: Pools = database.pools) => ({
  clock,
  pools,
  market,
  space: AMPLE_SPACE,
})

it('needs a tick as fresh as an order needs it', async () => {
  market.push(1, tick(clock.now(), 100))
  expect(await readyz()).toEqual(READY)
  await clock.advance(6_000)
  const stale = { ready: false, reasons: ['price_stale'], tickAgeMs: 6_000 }
  expect(await readyz()).toEqual([503, stale])
})

it('sees a clock that was set back behind the log', async () => {
  market.push(1, tick(clock.now() + 9_000, 100))
  const behind = { ready: false, reasons: ['clock_behind'], tickAgeMs: -9_000 }
  expect(await readyz()).toEqual([503, behind])
  await clock.advance(9_000)
  expect(await readyz()).toEqual(READY)
})

it('takes the heartbeats of a recording that is silent for a while', async () => {
  const recorded = fakeMarket()
  recorded.push(1, tick(clock.now() - 60_000, 100), heartbeat(clock.now() - 500))
  const parts = { ...partsOf(), market: { ...recorded, source: 'recorded' as const } }
  expect(await readiness(parts)).toEqual({ ready: true, reasons: [], tickAgeMs: 500 })
  const simulated = { ...partsOf(), market: recorded }
  expect(await readiness(simulated)).toMatchObject({ ready: false, tickAgeMs: 60_000 })
})

beforeEach(() => {
  for (const id of CATALOGUE) market.session(id, { state: 'open' })
})

it('says why no product takes orders, and is true while the calendar alone closes them', async () => {
  market.push(9, tick(clock.now(), 100))
  market.session(1, { state: 'catching_up' })
  expect(await readyz()).toEqual(READY)
  market.session(9, { state: 'closed' })
  expect(await readyz()).toEqual(refusing('market_catching_up'))
  market.session(1, { state: 'halted' })
  expect(await readyz()).toEqual(refusing('market_halted'))
  market.session(1, { state: 'closed' })
  const closed = { ready: true, reasons: ['market_closed'], tickAgeMs: null }
  expect(await readyz()).toEqual([200, closed])
})

it('says when the log takes no more records', async () => {
  market.push(1, tick(clock.now(), 100))
  const parts = { ...partsOf(), market: { ...market, isStopped: () => true } }
  expect(await readiness(parts)).toMatchObject({ ready: false, reasons: ['market_stopped'] })
})

it('says when there is no space for orders', async () => {
  market.push(1, tick(clock.now(), 100))
  const space = { ...AMPLE_SPACE, refuses: (stores: string) => stores === 'order' }
  expect(await readiness({ ...partsOf(), space })).toMatchObject({
    ready: false,
    reasons: ['storage_full'],
  })
})

it('says when money writes are halted, and not what for', async () => {
  market.push(1, tick(clock.now(), 100))
  await server.owner.query("insert into ledger_halts (reason) values ('order 7 of mia')")
  expect(await readyz()).toEqual(refusing('money_writes_halted'))
  expect((await server.visitor().get('/readyz')).text).not.toContain('mia')
  await server.owner.query('update ledger_halts set lifted_at = now()')
  expect(await readyz()).toEqual(READY)
})

it.each(ROLES)('needs a database that answers and can be written, as %s', async (role) => {
  market.push(1, tick(clock.now(), 100))
  const reasonsWith = async (url: string): Promise<unknown> => {
    const own = openDatabase<never>(url, { connections: 1 })
    const { reasons } = await readiness(partsOf({ ...database.pools, [role]: own }))
    await own.close()
    return reasons
  }
  expect(await reasonsWith('postgres://nobody:secret@127.0.0.1:1/none')).toEqual([
    'database_unreachable',
  ])
  expect(await reasonsWith(database.url)).toEqual([])
  const { owner } = database
  const [{ name } = { name: '' }] = await owner.query<{ name: string }>(
    'select current_database() as name',
  )
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  expect(await reasonsWith(database.url)).toEqual(['database_read_only'])
  await owner.query(`alter database ${name} reset default_transaction_read_only`)
})

it('is false from the moment at which the server begins to stop', async () => {
  market.push(1, tick(clock.now(), 100))
  const http = Fastify()
  const area = openHealth({ ...partsOf(), metrics: createMetrics() })
  await area.routes?.(http)
  expect((await http.inject('/readyz')).statusCode).toBe(200)
  await area.stop?.()
  const answer = await http.inject('/readyz')
  expect([answer.statusCode, answer.json().reasons]).toEqual([503, ['stopping']])
  await http.close()
})
