/** The server's whole order path in a process of its own: HTTP, session, checks, receipt, ledger; a still market. */
import { generateKeyPairSync } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { userCookies } from '#server/platform/http/cookies.ts'
import { createSessions } from '#server/identity/sessions.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openPools } from '#server/platform/db/pools.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { signerOf } from '#server/platform/signer.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import { createTrading } from '#server/trading/trading.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { tick } from '#support/records.ts'
import { fakeHub } from '#support/trading-fixture.ts'
import { benchProduct } from './order-intents.ts'

const RESOLUTION_MS = 5
const TICK_MS = 1_000

const roleUrls = z.object({ market: z.string(), settlement: z.string(), app: z.string() })
const urls = roleUrls.parse(JSON.parse(process.env['BENCH_DATABASE'] ?? ''))
const pools = openPools(urls, () => undefined)
const { app: db } = pools
const clock = createMarketClock()
const log = pino({ level: 'error' })
const metrics = new Registry()
const sessions = createSessions({ db, clock, cookies: userCookies(false), practice: true })
const operators = { read: async () => null }
const config = readConfig([], { RATE_FACTOR: '100000', LOG_LEVEL: 'error' }, '/tmp')
const http = await createHttp({ config, log, sessions, operators, metrics })
const market = fakeMarket([benchProduct])
const keepFresh = (): void => market.push(benchProduct.id, tick(clock.now(), 100))
keepFresh()
setInterval(keepFresh, TICK_MS).unref()
const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
const hub = fakeHub()
const trading = createTrading({ pools, hub, market, clock, signer, log, metrics })
tradingRoutes(http, trading)
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
