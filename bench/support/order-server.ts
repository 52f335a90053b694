/** The server's whole order path in a process of its own: HTTP, session, checks, receipt, ledger, a still price log. */
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { userCookies } from '#server/platform/http/cookies.ts'
import { createSessions } from '#server/identity/sessions.ts'
import type { Market } from '#server/market/market.ts'
import { TickLog } from '#server/market/tick-log.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { roleUrls } from '#server/platform/db/preparing.ts'
import { openPools } from '#server/platform/db/pools.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { signerOf } from '#server/platform/signer.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import { isSignedBy } from '#server/trading/device-signature.ts'
import { PLACE_ORDER_SQL } from '#server/trading/trading-store.ts'
import { createTrading } from '#server/trading/trading.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { fakeHub } from '#support/trading-fixture.ts'
import { type BareOrder, bareValues, benchProduct } from './order-intents.ts'
import { AMPLE_SPACE } from '#support/ample-space.ts'

const RESOLUTION_MS = 5
const TICK_MS = 1_000
/** Far from the ids that the server takes. */
const BARE_IDS = 1_000_000_000n

const urls = roleUrls.parse(JSON.parse(process.env['BENCH_DATABASE'] ?? ''))
const pools = openPools(urls, () => undefined)
const { app: db } = pools
const clock = createMarketClock()
const log = pino({ level: 'error' })
const metrics = new Registry()
const sessions = createSessions({
  db,
  clock,
  cookies: userCookies(false),
  practice: true,
  rateFactor: 1,
})
const operators = { read: async () => null }
const config = readConfig([], { RATE_FACTOR: '100000', LOG_LEVEL: 'error' }, '/tmp')
const http = await createHttp({ config, log, sessions, operators, metrics, space: AMPLE_SPACE })
const ticks = new TickLog({ db: pools.market, clock, log }, [benchProduct])
const market: Market = {
  ...fakeMarket([benchProduct]),
  head: (id) => ticks.head(id),
  lastTick: (id) => ticks.lastTick(id),
  recordsAfter: (id, afterSeq, limit) => ticks.recordsAfter(id, afterSeq, limit),
  holdOrder: (id, order) => ticks.holdOrder(id, order),
}
const keepFresh = (): void =>
  ticks.append([
    { productId: benchProduct.id, timeMs: clock.now(), kind: 'tick', price: 100, size: 0 },
  ])
keepFresh()
await ticks.drained()
setInterval(keepFresh, TICK_MS).unref()
const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const hub = fakeHub()
const { rateFactor } = config
const trading = createTrading({ pools, hub, market, clock, signer, log, metrics, rateFactor })
tradingRoutes(http, trading)

/** The limit: a bare route that reads the session, verifies, signs and calls the same SQL, and checks nothing else. */
const keys = new Map<string, KeyObject>()
let stored = 0n
http.post<{ Body: BareOrder }>('/bare', async ({ headers, body }, reply) => {
  const session = await sessions.read(headers.cookie)
  if (session === null) throw new Error('no session')
  const { publicKey, text, signature } = body
  let key = keys.get(publicKey)
  if (key === undefined) {
    key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    keys.set(publicKey, key)
  }
  if (!isSignedBy(key, text, signature)) throw new Error('not signed')
  stored += 1n
  const values = bareValues(session.userId, BARE_IDS + stored, body.key, (receipt) =>
    signer.sign(receipt),
  )
  await db.query(PLACE_ORDER_SQL, values)
  return reply.type('application/json').send(values[2])
})
const address = await http.listen({ host: '127.0.0.1', port: 0 })
const stalls = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
stalls.enable()
let cpu = process.cpuUsage()

/** Any message asks for what happened since the last one. */
process.on('message', () => {
  const used = process.cpuUsage(cpu)
  const stallP99 = Math.max(0, stalls.percentile(99) / 1e6 - RESOLUTION_MS)
  const { seq = 0, hash = '' } = market.head(benchProduct.id) ?? {}
  process.send?.({ cpuMs: (used.user + used.system) / 1000, stallP99, head: { seq, hash } })
  stalls.reset()
  hub.delivered.length = 0
  cpu = process.cpuUsage()
})
process.on('disconnect', () => process.exit(0))
process.send?.({ address })
