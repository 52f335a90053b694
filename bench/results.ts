/** Own results of an account with 100,000 settled orders: the server's answer, from the request to the last byte. */
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { getResults } from '#contract/endpoints/records.ts'
import { readConfig } from '#server/platform/config.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { createExports } from '#server/records/exports.ts'
import { recordsRoutes } from '#server/records/routes.ts'
import { manualClock } from '#support/manual-clock.ts'
import { insertOrders, makeOrders } from '#support/results-room.ts'
import { makeProducts } from '#support/trading-fixture.ts'
import { benchDatabase } from './support/database.ts'
import { figure, goal, machine, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'
import { makeUsers } from './support/positions.ts'
import { AMPLE_SPACE } from '#support/ample-space.ts'

const { smoke, pairs } = benchOptions()
const ORDERS = smoke ? 500 : 100_000
const CHUNK = 10_000
const ROUNDS = smoke ? 1 : pairs * 4
const LIMIT_MS = 300
const NOW_MS = 1_700_000_000_000
const DAYS = 730

const bench = await benchDatabase()
await makeProducts(bench.owner)
const [user = 0n] = await makeUsers(bench.owner, 1, 1_000_000_000n)
const orders = makeOrders({ seed: 7, count: ORDERS, endMs: NOW_MS, days: DAYS, firstId: 1_000_000 })
for (let at = 0; at < ORDERS; at += CHUNK) {
  await insertOrders(bench.owner, user, orders.slice(at, at + CHUNK))
}
// As autovacuum does some time after so many rows.
await bench.owner.query('vacuum analyze settlements')

const http = await createHttp({
  config: readConfig([], { RATE_FACTOR: '1000' }, bench.folder),
  log: pino({ level: 'silent' }),
  sessions: { read: async () => ({ userId: user, sessionId: 1n, handle: 'handle', guest: false }) },
  operators: { read: async () => null },
  metrics: new Registry(),
  space: AMPLE_SPACE,
})
const clock = manualClock(NOW_MS)
const exports = createExports({ db: bench.db, clock, dataFolder: bench.folder })
recordsRoutes(http, { db: bench.db, clock, exports })

async function answerMs(query: string, expected: number | null): Promise<number> {
  const started = performance.now()
  const answer = await http.inject({ url: `/api/results${query}` })
  const took = performance.now() - started
  const { all } = getResults.reply.parse(answer.json())
  if (expected !== null && all.orders !== expected) throw new Error(`${all.orders} orders`)
  return took
}

machine()
figure('results-orders', ORDERS, 'orders')
await answerMs('', ORDERS)
const whole: number[] = []
const recent: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  whole.push(await answerMs('', ORDERS))
  recent.push(await answerMs('?days=30', null))
}
spread('results-30-days', recent, 'ms')
const median = spread('results-all', whole, 'ms')
goal('results-all', median <= LIMIT_MS, `the whole answer in ${LIMIT_MS} ms`)
machine()
await http.close()
await bench.close()
