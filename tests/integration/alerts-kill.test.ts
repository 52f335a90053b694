import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listTicks } from '#contract/endpoints/market.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbedded } from '#server/platform/embedded.ts'
import { type ServerProcess, startServer } from '#support/started-server.ts'
import { pause } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'

const SYMBOL = 'BTCUSDT'
const KILLS = 3
/** Basis points from the price: near enough that some are reached within seconds. */
const AWAY_BPS = [1, 2, 4, 8, 16, 5_000]
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-alerts-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function lastPrice(visitor: Visitor): Promise<number> {
  for (;;) {
    const path = `/api/ticks/${SYMBOL}?fromMs=${Date.now() - 10_000}`
    const { records } = await visitor.read(listTicks.reply, path)
    const last = records.findLast(({ kind }) => kind === 'tick')
    if (last?.kind === 'tick') return last.price
    await pause(50)
  }
}

async function setSome({ url, account, password }: ServerProcess): Promise<void> {
  const visitor = new Visitor(url)
  expect((await visitor.post('/api/session', { account, password })).status).toBe(200)
  const price = await lastPrice(visitor)
  for (const bps of AWAY_BPS) {
    const away = Math.max(1, Math.round((price * bps) / 10_000))
    const above = { symbol: SYMBOL, direction: 'at_or_above', price: price + away }
    const below = { symbol: SYMBOL, direction: 'at_or_below', price: price - away }
    for (const wish of [above, below]) await visitor.post('/api/alerts', wish)
  }
}

/** Each alert with the first tick after it that reached its price, found in SQL. */
const JUDGED = `select a.id::text, a.hit_seq::int as hit,
    (select min(t.seq)::int from ticks t where t.product_id = a.product_id and t.kind = 0
      and t.seq > a.after_seq and case a.direction
        when 'at_or_above' then t.price >= a.price else t.price <= a.price end) as first,
    (select count(*)::int from messages m where m.user_id = a.user_id
      and m.params ->> 'alertId' = a.id::text) as told,
    (select count(*)::int from outbox o where o.user_id = a.user_id and o.topic = 'messages'
      and o.payload like '%"alertId": "' || a.id || '"%') as pushed
  from price_alerts a order by a.id`
interface Judged {
  id: string
  hit: number | null
  first: number | null
  told: number
  pushed: number
}

it('an alert is told once, by the first tick that reached it, however the server is killed', async () => {
  for (let round = 0; round < KILLS; round++) {
    const server = await startServer(folder, { RATE_FACTOR: '1000', LOG_LEVEL: 'error' })
    await setSome(server)
    await pause(1_500 + round * 300)
    await server.stop('SIGKILL')
  }
  const last = await startServer(folder, { LOG_LEVEL: 'error' })
  await pause(1_000)
  await last.stop('SIGTERM')
  const postgres = await startEmbedded({ dataFolder: folder })
  const owner = openDatabase(postgres.url('fairtick'), { role: null, connections: 1 })
  try {
    const rows = await owner.query<Judged>(JUDGED)
    const [end] = await owner.query<{ seq: number }>(
      `select coalesce(max(seq), 0)::int as seq from ticks
        where product_id = (select id from products where symbol = $1)`,
      [SYMBOL],
    )
    expect(rows.length).toBeGreaterThan(AWAY_BPS.length)
    for (const { id, hit, first, told, pushed } of rows) {
      // What came in the very last moment of the last run is the next start's to judge.
      const due = first !== null && first < (end?.seq ?? 0) - 20
      if (due) expect([id, hit, told, pushed]).toEqual([id, first, 1, 1])
      else expect([id, told, pushed]).toEqual([id, hit === null ? 0 : 1, hit === null ? 0 : 1])
    }
    const hits = rows.filter(({ hit }) => hit !== null).length
    expect([hits > 0, hits < rows.length]).toEqual([true, true])
  } finally {
    await owner.close()
    await postgres.stop()
  }
}, 120_000)
