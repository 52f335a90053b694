/** For `fork`: a real server with a long public history, in a process of its own. */
import { PRODUCTS } from '#server/market/catalogue.ts'
import { appendRecords } from '#server/market/tick-log-store.ts'
import { chained } from '#support/chained.ts'
import { manualClock } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { testDatabase } from '#support/postgres.ts'
import { recordOf } from '#support/records.ts'
import { testServer } from '#support/server.ts'

export const HISTORY_SYMBOL = 'BTCUSDT'
const START = Date.parse('2026-11-18T13:20:30.250Z')
const STEP_MS = 250
const BATCH = 5_000

async function serve(count: number): Promise<void> {
  const database = await testDatabase()
  const productId = PRODUCTS.find(({ symbol }) => symbol === HISTORY_SYMBOL)?.id ?? 0
  await database.owner.query('insert into products values ($1, $2)', [productId, HISTORY_SYMBOL])
  const from = START - count * STEP_MS
  const planned = Array.from({ length: count }, (_, n) =>
    recordOf({ kind: 'tick', at: from + n * STEP_MS, price: 6_000_000 + (n % 1_000) }, n + 1),
  )
  const records = chained(HISTORY_SYMBOL, planned)
  for (let at = 0; at < records.length; at += BATCH) {
    const batch = records.slice(at, at + BATCH).map((record) => ({ productId, record }))
    await appendRecords(database.owner, batch)
  }
  await database.owner.query('analyze ticks')
  const openMarket = openSimulated(HISTORY_SYMBOL)
  const server = await testServer({ database, clock: manualClock(START), openMarket })
  process.once('message', () => {
    void server
      .close()
      .then(() => database.close())
      .then(() => process.exit(0))
  })
  process.send?.({ url: server.url })
}
if (process.argv[2] === '--serve') await serve(Number(process.argv[3]))
