import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { findBandFault } from '#rules/sanity-band.ts'
import { findChainFault } from '#rules/tick-chain.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { readBandState, readTail } from '#server/market/tick-log-store.ts'
import { TickLog } from '#server/market/tick-log.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLogger } from '#server/platform/logging.ts'
import { sha256 } from '#support/chained.ts'
import { addProduct, addTicks } from '#support/ledger-room.ts'
import { marketFixture, recordings } from '#support/market-fixture.ts'
import { heartbeat, rejected, tick } from '#support/records.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const RECORDED = Date.UTC(2014, 4, 8, 12)
const BEHIND_MS = 60_000
const EURUSD = 9
const JUMPS_AT = 5_000

/** Two ticks a second, 2 % higher from `JUMPS_AT` after the start on. */
function jumping(): string {
  const rows: string[] = []
  for (let at = -BEHIND_MS; at <= 2 * BEHIND_MS; at += 500) {
    rows.push(`${RECORDED + BEHIND_MS + at},${at < JUMPS_AT ? '1.10000' : '1.12200'},0`)
  }
  return ['time_ms,price,size', ...rows, ''].join('\n')
}
const replay = () => {
  const folder = recordings({ 'EURUSD_x_ticks.csv': jumping() })
  return marketFixture(NOW, { kind: 'replay', folder, speed: 1, loop: false })
}
const names = (records: readonly TickRecord[]): string[] =>
  records.map((record) => ('reason' in record ? record.reason : record.kind))

it('counts ticks that were put aside over an outage, and takes the new level when they agree', async () => {
  const { open, play, log } = await replay()
  const before = await open()
  await play(JUMPS_AT + 200)
  await before.close()
  await play(700)
  const market = await open()
  await play(2_000)
  const records = await log(market, EURUSD)
  const from = records.findIndex(({ kind }) => kind === 'rejected')
  expect(names(records.slice(from, from + 7))).toEqual([
    'rejected',
    'rejected',
    'filled',
    'rejected',
    'jump',
    'tick',
    'tick',
  ])
  expect(records[from + 4]?.timeMs).toBe(records[from + 5]?.timeMs)
  expect(findChainFault('EURUSD', records, { sha256 })).toBeNull()
  expect(findBandFault(records, 100)).toBeNull()
  expect(market.lastTick(EURUSD)?.price).toBe(112_200)
})

it('judges by what stands in the log, not by ticks that were let go while the database was away', async () => {
  const { database, clock, play } = await replay()
  await addProduct(database.owner, EURUSD, 'EURUSD')
  let away = false
  const db: Database<'market'> = {
    ...database.pools.market,
    query: async (sql, values) => {
      if (away) throw new Error('the database is away')
      return database.pools.market.query(sql, values)
    },
  }
  const products = PRODUCTS.filter(({ id }) => id === EURUSD)
  const ticks = new TickLog({ db, clock, log: createLogger('silent') }, products)
  const append = (price: number): void =>
    ticks.append([{ productId: EURUSD, timeMs: clock.now(), kind: 'tick', price, size: 0 }])
  append(100_000)
  await ticks.drained()
  away = true
  // Each is within the band of the one before it, and all of them end half as high again.
  for (let n = 1; n <= 500; n++) append(100_000 + 100 * n)
  await play(6_000)
  append(150_000)
  expect(ticks.isOut).toBe(true)
  away = false
  await play(5_000)
  await ticks.drained()
  expect(ticks.isOut).toBe(false)
  append(150_000)
  await ticks.drained()
  const records = await readTail(database.db, EURUSD, 10_000)
  expect(names(records)).toEqual(['tick', 'rejected'])
  expect(findBandFault(records, 100)).toBeNull()
  await ticks.close()
})

it('knows its level however long ago the last good tick was', async () => {
  const { database } = await replay()
  await addProduct(database.owner, EURUSD, 'EURUSD')
  // More than a start reads back.
  const silence = Array.from({ length: 2_100 }, (_, n) => heartbeat(NOW + 10 + n))
  await addTicks(database.owner, EURUSD, [
    tick(NOW, 100_000),
    rejected(NOW + 1, 1),
    rejected(NOW + 2, 2),
    rejected(NOW + 3, 3),
    rejected(NOW + 4, 4),
    ...silence,
  ])
  expect(await readBandState(database.db, EURUSD)).toEqual({ level: 100_000, aside: [2, 3, 4] })
})
