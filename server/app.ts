/** The whole server put together from its parts, in the order they need each other; main.ts gives them and listens. */
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { timeMs } from '#contract/scalars.ts'
import { balanceTopic, createCashier } from '#server/cashier/cashier.ts'
import { cashierRoutes } from '#server/cashier/routes.ts'
import { cookieNames } from '#server/identity/cookies.ts'
import { type DemoUser, ensureDemoUser, houseOpeningCode } from '#server/identity/first-users.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { createPasswordHasher, type HashCost } from '#server/identity/password-hasher.ts'
import { createRegistration, type RegistrationDesk } from '#server/identity/registration.ts'
import { identityRoutes } from '#server/identity/routes.ts'
import { createSessions, type SessionKeeper } from '#server/identity/sessions.ts'
import { createThrottle } from '#server/identity/throttle.ts'
import { createLedgerChecker } from '#server/ledger/checker.ts'
import type { Market } from '#server/market/market.ts'
import { messagesTopic } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { healthRoutes } from '#server/platform/health.ts'
import type { QuoteSource, SocketHub } from '#server/platform/hub.ts'
import { createHttp } from '#server/platform/http.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createMetrics, ledgerGauges } from '#server/platform/metrics.ts'
import { bindRoute } from '#server/platform/route.ts'
import { openSigner, type Signer } from '#server/platform/signer.ts'
import { createSocketHub } from '#server/platform/socket-hub.ts'
import { builtApp } from '#server/platform/static-files.ts'
import { VERSION } from '#server/platform/version.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import { createTrading } from '#server/trading/trading.ts'

/** The market's side of the house, as the app needs it. */
export interface MarketRoom {
  market: Market
  quotes: QuoteSource
  /** Its endpoints and its topics. */
  attach(http: FastifyInstance, hub: SocketHub): void
  /** Prices begin to come. */
  start(): Promise<void>
}
export interface MarketNeeds {
  config: Config
  db: Database
  clock: MarketClock
  signer: Signer
  log: Logger
  metrics: Registry
}

export interface AppParts {
  config: Config
  db: Database
  clock: MarketClock
  log: Logger
  /** Where the built client is. */
  appFolder: string
  openMarket(needs: MarketNeeds): Promise<MarketRoom>
  /** Cheaper passwords for tests that make many users. */
  hashCost?: HashCost
}

export interface App {
  http: FastifyInstance
  market: Market
  hub: SocketHub
  /** Listens where the configuration says and gives the address. */
  listen(): Promise<string>
  /** Makes the first users, if need be. */
  welcome(): Promise<{ openingCode: string; demo: DemoUser | null }>
  /** Stops taking, finishes what runs, closes the sockets; leaves the database open. */
  close(): Promise<void>
}

const SWEEP_MS = 3_600_000

function appInfoRoute(http: FastifyInstance, { config, clock }: AppParts, market: Market): void {
  bindRoute(http, getAppInfo, () => ({
    ...VERSION,
    practice: config.practice,
    source: market.source,
    speed: market.speed,
    serverTime: timeMs.parse(clock.now()),
  }))
}

async function createIdentityArea(parts: AppParts, sessions: SessionKeeper) {
  const { db, clock } = parts
  const hasher = await createPasswordHasher(parts.hashCost)
  const throttle = createThrottle(db, clock)
  const registration = createRegistration({ db, clock, hasher, throttle })
  const identity = createIdentity({ db, sessions, hasher, throttle })
  const sweep = (): void => {
    throttle.sweep().catch((err: unknown) => parts.log.warn({ err }, 'throttles were not swept'))
  }
  return { registration, identity, stop: clock.every(SWEEP_MS, sweep) }
}

export async function startApp(parts: AppParts): Promise<App> {
  const { config, db, clock, log } = parts
  const metrics = createMetrics()
  const signer = await openSigner(config.dataFolder, db)
  const cookies = cookieNames(config.secureCookies)
  const sessions = createSessions({ db, clock, cookies })
  const http = await createHttp({ config, log, sessions, metrics })
  const room = await parts.openMarket({ config, db, clock, signer, log, metrics })
  const { market, quotes } = room
  const hub = createSocketHub({
    server: http.server,
    database: db,
    clock,
    sessions,
    quotes,
    allowedOrigins: config.allowedOrigins,
    onError: (err) => log.error({ err }, 'socket'),
  })
  sessions.onEnded((sessionId) => hub.endSession(sessionId))

  const checker = createLedgerChecker({ db, clock, log, observe: ledgerGauges(metrics) })
  const trading = createTrading({ db, hub, market, clock, signer, log, metrics })
  const cashier = createCashier({ db, hub, practice: config.practice })
  const people = await createIdentityArea(parts, sessions)
  hub.addPrivate(balanceTopic(db))
  hub.addPrivate(messagesTopic(db))

  appInfoRoute(http, parts, market)
  room.attach(http, hub)
  identityRoutes(http, { ...people, sessions, cookies })
  tradingRoutes(http, trading)
  cashierRoutes(http, cashier)
  healthRoutes(http, { clock, db, market })
  await builtApp(http, parts.appFolder)

  await checker.check()
  await room.start()
  await trading.settlement.start()
  return {
    http,
    market,
    hub,
    listen: () => http.listen({ host: config.host, port: config.port }),
    welcome: () => welcome(parts, people.registration),
    close: async () => {
      people.stop()
      await hub.close()
      await http.close()
      await trading.settlement.stop()
      await market.close()
      await checker.close()
    },
  }
}

async function welcome({ config, db, clock }: AppParts, registration: RegistrationDesk) {
  const openingCode = await houseOpeningCode(db, clock)
  const { dataFolder } = config
  const demo = config.practice
    ? await ensureDemoUser({ db, registration, openingCode, dataFolder })
    : null
  return { openingCode, demo }
}
