/**
 * Builds the whole server from its parts, in the order of their dependencies. main.ts supplies the parts and listens.
 */
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { getAppInfo } from '#contract/endpoints/app.ts'
import type { FirstKnown } from '#contract/first-known.ts'
import { timeMs } from '#contract/scalars.ts'
import { openAlerts } from '#server/alerts/open-alerts.ts'
import { openCashier } from '#server/cashier/open-cashier.ts'
import { openFund } from '#server/fund/open-fund.ts'
import { deskCookies, userCookies } from '#server/platform/http/cookies.ts'
import { watchEndedElsewhere } from '#server/identity/ended-elsewhere.ts'
import { type DemoUser, ensureDemoUser, houseOpeningCode } from '#server/identity/first-users.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { ALARM_FLUSH_MS, createLogInAlarm } from '#server/identity/log-in-alarm.ts'
import { createLogIns } from '#server/identity/log-ins.ts'
import { sweepChallenges } from '#server/identity/passkey-store.ts'
import { createPasswordHasher, type HashCost } from '#server/identity/password-hasher.ts'
import { refuseListed } from '#server/identity/password-rules.ts'
import { profileTopic } from '#server/profile/profile.ts'
import { createRegistration, type RegistrationDesk } from '#server/identity/registration.ts'
import { identityRoutes } from '#server/identity/routes.ts'
import { createSecurity } from '#server/identity/security.ts'
import { securityRoutes } from '#server/identity/security-routes.ts'
import { createSessions, type SessionKeeper } from '#server/identity/sessions.ts'
import { createThrottle } from '#server/identity/throttle.ts'
import { createLedgerChecker } from '#server/ledger/checker.ts'
import { commandRoutes } from '#server/ledger/routes.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import { firstKnownOf } from '#server/market/first-known.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import type { Market } from '#server/market/market.ts'
import { watchQuarantine } from '#server/market/quarantine.ts'
import { openDesk } from '#server/desk/desk-area.ts'
import { createDeskBell } from '#server/platform/desk-bell.ts'
import { createDocuments } from '#server/documents/move.ts'
import { readOperators } from '#server/desk/operators.ts'
import { openMessages } from '#server/messages/open-messages.ts'
import { payoutRoutes } from '#server/payout/routes.ts'
import { apiDocs } from '#server/platform/http/api-docs.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { healthRoutes } from '#server/health.ts'
import type { QuoteSource, SocketHub } from '#server/platform/socket/hub.ts'
import { createHttp } from '#server/platform/http/http.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createMetrics, ledgerGauges, ticksAsideCounter } from '#server/platform/metrics.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { openSigner, type Signer } from '#server/platform/signer.ts'
import { createSocketHub, type SocketHubOptions } from '#server/platform/socket/socket-hub.ts'
import { builtApp } from '#server/platform/http/static-files.ts'
import { openVault, type Vault } from '#server/platform/vault.ts'
import { VERSION } from '#server/platform/version.ts'
import { openPush, overheard } from '#server/push/open-push.ts'
import { createExports } from '#server/records/exports.ts'
import { publicRecordRoutes } from '#server/records/public-records.ts'
import { recordsRoutes } from '#server/records/routes.ts'
import { openPracticeReviewer } from '#server/review/open-reviewer.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import { openSupport } from '#server/support/open-support.ts'
import { tradingRoutes } from '#server/trading/routes.ts'
import { createTrading } from '#server/trading/trading.ts'
import { openVerification } from '#server/verification/open-verification.ts'
import { verificationRoutes } from '#server/verification/routes.ts'

/** The market as the app needs it. */
export interface MarketRoom {
  market: Market
  maintenance: Maintenance
  quotes: QuoteSource
  /** Registers the endpoints and topics. */
  attach(http: FastifyInstance, hub: SocketHub): void
  /** Starts prices. */
  start(): Promise<void>
}
/** What opening the market needs. */
export interface MarketNeeds {
  config: Config
  db: Database
  clock: MarketClock
  signer: Signer
  log: Logger
  metrics: Registry
}

/** What the app needs. */
export interface AppParts {
  config: Config
  db: Database
  clock: MarketClock
  log: Logger
  /** The folder of the built client. */
  appFolder: string
  openMarket(needs: MarketNeeds): Promise<MarketRoom>
  /** A lower hash cost for tests that create many users. */
  hashCost?: HashCost
}

/** The built server. */
export interface App {
  http: FastifyInstance
  market: Market
  hub: SocketHub
  /** Listens on the configured address and returns it. */
  listen(): Promise<string>
  /** Creates the first users if necessary. */
  welcome(): Promise<{ openingCode: string; demo: DemoUser | null }>
  /** Stops accepting requests, finishes running ones and closes the sockets. The database stays open. */
  close(): Promise<void>
}

const SWEEP_MS = 3_600_000

const appInfoOf = ({ config, clock }: AppParts, { source, speed }: Market) => ({
  ...VERSION,
  practice: config.practice,
  practiceReviewer: config.practiceReviewer,
  source,
  speed,
  serverTime: timeMs.parse(clock.now()),
})

interface IdentityNeeds {
  sessions: SessionKeeper
  hub: SocketHub
  vault: Vault
}

async function createIdentityArea(parts: AppParts, { sessions, hub, vault }: IdentityNeeds) {
  const { db, clock, config, log } = parts
  const hasher = await createPasswordHasher(parts.hashCost)
  const throttle = createThrottle(db, clock)
  const logIns = createLogIns(db, clock)
  const onLost = (err: unknown): void => log.warn({ err }, 'not written down')
  const common = { db, hub, clock, hasher, throttle, onLost }
  const { allowedOrigins, rateFactor } = config
  const registration = createRegistration({ ...common, rateFactor })
  const security = createSecurity({ ...common, sessions, logIns, vault, allowedOrigins })
  const { stepUp } = security
  const alarm = createLogInAlarm({ db, hub, clock })
  const identity = createIdentity({ ...common, sessions, logIns, alarm, stepUp })
  const sweep = (): void => {
    const sweeps = [
      throttle.sweep(),
      logIns.sweep(),
      alarm.sweep(),
      security.passkeys.sweep(),
      sweepChallenges(db, clock.now()),
    ]
    Promise.all(sweeps).catch((err: unknown) => log.warn({ err }, 'old rows were not swept'))
  }
  const stopSweeping = clock.every(SWEEP_MS, sweep)
  const stopAlarm = clock.every(ALARM_FLUSH_MS, () => void alarm.flush().catch(onLost))
  const stop = async (): Promise<void> => {
    stopSweeping()
    stopAlarm()
    await alarm.flush().catch(onLost)
  }
  return { registration, identity, security, hasher, throttle, stop }
}

function openHub(
  http: FastifyInstance,
  { db, clock, config, log }: AppParts,
  who: Pick<SocketHubOptions, 'sessions' | 'operators' | 'quotes'>,
): SocketHub {
  return createSocketHub({
    ...who,
    server: http.server,
    database: db,
    clock,
    allowedHosts: config.allowedHosts,
    allowedOrigins: config.allowedOrigins,
    trustProxy: config.trustProxy,
    rateFactor: config.rateFactor,
    onRefused: (why, address) =>
      http.edge.securityLog({ code: 'socket_refused', address, about: { why } }),
    onError: (err) => log.error({ err }, 'socket'),
  })
}

/** Creates what every area needs: keys, identity and the HTTP server. */
async function layGround({ config, db, clock, log }: AppParts) {
  const metrics = createMetrics()
  const signer = await openSigner(config.dataFolder, db)
  const vault = await openVault(config.dataFolder)
  const cookies = userCookies(config.secureCookies)
  const sessions = createSessions({ db, clock, cookies })
  const deskOwn = deskCookies(config.secureCookies)
  const operators = readOperators({ db, clock, cookies: deskOwn })
  const http = await createHttp({ config, log, sessions, operators, metrics })
  return { metrics, signer, vault, cookies, sessions, deskOwn, operators, http }
}

/** Serves the built app with the data that it needs first, both in its page and as an endpoint. */
async function serveClient(
  http: FastifyInstance,
  parts: AppParts,
  { market, quotes }: MarketRoom,
): Promise<void> {
  const { appFolder: folder, clock } = parts
  const appInfo = () => appInfoOf(parts, market)
  const known = (): FirstKnown => ({
    ...firstKnownOf({ market, quotes, clock }),
    appInfo: appInfo(),
  })
  bindRoute(http, getAppInfo, appInfo)
  await builtApp(http, { folder, clock, known })
}

/** Builds the server. It does not listen yet. */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, db, clock, log } = parts
  if (config.passwordList !== null) await refuseListed(config.passwordList)
  const ground = await layGround(parts)
  const { metrics, signer, vault, cookies, sessions, deskOwn, operators, http } = ground
  const room = await parts.openMarket({ config, db, clock, signer, log, metrics })
  const { market, maintenance, quotes } = room
  watchQuarantine(market, { log, count: ticksAsideCounter(metrics) })
  const push = await openPush({ config, db, clock, log, vault })
  const sockets = openHub(http, parts, { sessions, operators, quotes })
  const hub = overheard(sockets, (events) => push.queue.take(events))
  sessions.onEnded((sessionId) => hub.endSession(sessionId))
  const onLost = (err: unknown): void => log.warn({ err }, 'ended sessions were not looked for')
  const stopLooking = watchEndedElsewhere({ db, clock, sessions, onLost })

  const checker = createLedgerChecker({ db, clock, log, observe: ledgerGauges(metrics) })
  const trading = createTrading({ db, hub, market, clock, signer, log, metrics })
  const people = await createIdentityArea(parts, { sessions, hub, vault })
  const bell = createDeskBell()
  const shared = { db, hub, clock, vault, desk: bell, log, dataFolder: config.dataFolder }
  const documents = createDocuments({ ...shared, secondAbove: config.secondOperatorAbove })
  const verification = await openVerification({ ...shared, pictureDays: config.pictureDays })
  hub.addPrivate(profileTopic(db))

  room.attach(http, hub)
  identityRoutes(http, { ...people, sessions, cookies })
  securityRoutes(http, { security: people.security, sessions, secure: config.secureCookies })
  tradingRoutes(http, trading)
  commandRoutes(http, db)
  recordsRoutes(http, { db, exports: createExports({ db, clock, dataFolder: config.dataFolder }) })
  publicRecordRoutes(http, db)
  openLimits(http, { db, hub, clock })
  await openCashier(http, { ...shared, documents, config, stepUp: people.security.stepUp })
  const fund = openFund(http, { ...shared, config, stepUp: people.security.stepUp })
  const alerts = openAlerts(http, { db, hub, market, clock, log })
  push.attach(http, hub)
  verificationRoutes(http, verification)
  payoutRoutes(http, { ...shared, stepUp: people.security.stepUp })
  const messages = openMessages(http, { ...shared, bell })
  const typing = openSupport(http, { ...shared, config })
  statisticsRoutes(http, { db, clock, log })
  const trade = { market, maintenance, quiet: trading.quiet }
  const { photos } = verification
  const offices = { ...people, ...trade, photos, documents, typing, bell, config, cookies: deskOwn }
  const desk = openDesk(http, { ...shared, ...offices })
  const reviewer = openPracticeReviewer({ ...shared, config, bell })
  healthRoutes(http, { clock, db, market })
  await apiDocs(http)
  await serveClient(http, parts, room)

  await checker.check()
  const { settlement } = trading
  for (const area of [room, settlement, alerts, fund, desk, messages, reviewer]) await area.start()
  return {
    http,
    market,
    hub,
    listen: () => http.listen({ host: config.host, port: config.port }),
    welcome: () => welcome(parts, people.registration),
    close: async () => {
      stopLooking()
      await people.stop()
      desk.stop()
      for (const area of [reviewer, messages, fund]) await area.stop()
      for (const door of [hub, http, verification]) await door.close()
      for (const area of [alerts, push.queue, settlement]) await area.stop()
      for (const source of [market, checker]) await source.close()
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
