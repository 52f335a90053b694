/**
 * Builds the whole server from its parts, in the order of their dependencies. main.ts supplies the parts and listens.
 */
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import { openArchive } from '#server/archive/open-archive.ts'
import { createAudits } from '#server/audits.ts'
import { openAlerts } from '#server/alerts/open-alerts.ts'
import { appInfoOf, appInfoRoute } from '#server/app-info.ts'
import { type Brands, openBrands } from '#server/brand/brand.ts'
import { brandRoutes } from '#server/brand/routes.ts'
import { openCashier } from '#server/cashier/open-cashier.ts'
import { openClosing } from '#server/closing/open-closing.ts'
import { createFrozen } from '#server/frozen/frozen.ts'
import { frozenRoutes } from '#server/frozen/routes.ts'
import { openFund } from '#server/fund/open-fund.ts'
import { deskCookies, userCookies } from '#server/platform/http/cookies.ts'
import type { DemoUser } from '#server/identity/first-users.ts'
import type { HashCost } from '#server/identity/password-hasher.ts'
import { createPasswordCheck } from '#server/identity/password-check.ts'
import { refuseListed } from '#server/identity/password-rules.ts'
import { profileTopic } from '#server/profile/profile.ts'
import { openIdentity } from '#server/identity/open-identity.ts'
import { createSessions } from '#server/identity/sessions.ts'
import { type CheckerParts, createLedgerChecker } from '#server/ledger/checker.ts'
import { commandRoutes } from '#server/ledger/routes.ts'
import { legalRoutes } from '#server/legal/routes.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import { pageSnapshotOf } from '#server/market/page-snapshot.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import type { OldDays } from '#server/market/log-reader.ts'
import type { Market } from '#server/market/market.ts'
import { checkpointRoutes } from '#server/market/checkpoint-routes.ts'
import { watchQuarantine } from '#server/market/quarantine.ts'
import { openDesk } from '#server/desk/desk-area.ts'
import { createDeskChanges } from '#server/platform/desk-changes.ts'
import { createDocuments } from '#server/documents/move.ts'
import { readOperators } from '#server/desk/operators.ts'
import { openMessages } from '#server/messages/open-messages.ts'
import { openOutlet } from '#server/outlet/open-outlet.ts'
import { newsRoutes } from '#server/news/routes.ts'
import { payoutRoutes } from '#server/payout/routes.ts'
import { apiDocs } from '#server/platform/http/api-docs.ts'
import { type Area, startAreas, stopAreas } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { registerKey } from '#server/platform/db/signing-key.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import { openHealth } from '#server/health.ts'
import type { QuoteSource, SocketHub } from '#server/platform/socket/hub.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { watchFreeSpace } from '#server/platform/free-space.ts'
import type { Logger } from '#server/platform/logging.ts'
import { createMetrics, ledgerGauges, ticksAsideCounter } from '#server/platform/metrics.ts'
import { openSigner, type Signer } from '#server/platform/signer.ts'
import { frameRoutes } from '#server/platform/socket/routes.ts'
import { openHub } from '#server/platform/socket/open-hub.ts'
import { robotsTxtRoute } from '#server/platform/http/robots-txt.ts'
import { securityTxtRoute } from '#server/platform/http/security-txt.ts'
import { builtApp } from '#server/platform/http/static-files.ts'
import { openVaultOf } from '#server/platform/vault.ts'
import { openPushKeys } from '#server/push/push-keys.ts'
import { openPush } from '#server/push/open-push.ts'
import { createExports } from '#server/records/exports.ts'
import { publicRecordRoutes } from '#server/records/public-records.ts'
import { recordsRoutes } from '#server/records/routes.ts'
import { openClientReports } from '#server/reports/open-reports.ts'
import { openRecovery } from '#server/recovery/open-recovery.ts'
import { openRetention } from '#server/retention/open-retention.ts'
import { openPracticeReviewer } from '#server/review/open-reviewer.ts'
import { openSharing } from '#server/sharing/routes.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import { openSupport } from '#server/support/open-support.ts'
import { tradingArea } from '#server/trading/trading-area.ts'
import { sealOrders } from '#server/trading/sealed-orders.ts'
import { createTrading } from '#server/trading/trading.ts'
import { welcome } from '#server/welcome.ts'
import { openVerification } from '#server/verification/open-verification.ts'

export interface MarketRoom extends Area {
  market: Market
  maintenance: Maintenance
  quotes: QuoteSource
  /** Audits the next part of the stored history; missing where none is stored. */
  audit?: NonNullable<CheckerParts['audit']>
}

/** What opening the market needs. */
export interface MarketNeeds {
  config: Config
  pools: Pools
  clock: MarketClock
  signer: Signer
  log: Logger
  metrics: Registry
  sealOrders: typeof sealOrders
  /** The days of the price log that left the database. */
  oldDays: OldDays
}

export interface AppParts {
  config: Config
  pools: Pools
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

/** Creates what every area needs: keys, sessions, the HTTP server, the market and the socket. */
async function createFoundation(parts: AppParts) {
  const { config, pools, clock, log } = parts
  const { app: db } = pools
  const metrics = createMetrics()
  const signer = openSigner(config.dataFolder)
  const vault = await openVaultOf(db, config.dataFolder)
  // Refuses the vault of another server before the market publishes anything.
  const keys = await openPushKeys(db, vault, clock.now())
  const cookies = userCookies(config.secureCookies)
  const sessions = createSessions({ ...config, db: pools.orders, clock, cookies })
  const deskOwn = deskCookies(config.secureCookies)
  const operators = readOperators({ db, clock, cookies: deskOwn })
  const space = await watchFreeSpace({ ...config, db, clock, log, metrics })
  const http = await createHttp({ config, log, sessions, operators, metrics, space })
  const archive = await openArchive({ ...config, pools, clock, log, metrics, signer })
  const { oldDays } = archive
  const market = { config, pools, clock, signer, log, metrics, sealOrders, oldDays }
  const room = await parts.openMarket(market)
  watchQuarantine(room.market, { log, count: ticksAsideCounter(metrics) })
  const hub = openHub(http, parts, { sessions, operators, quotes: room.quotes })
  sessions.onEnded((sessionId) => hub.endSession(sessionId))
  const push = await openPush({ config, db, clock, log, keys, hub })
  return {
    metrics,
    signer,
    vault,
    cookies,
    sessions,
    deskOwn,
    space,
    http,
    archive,
    room,
    push,
    hub,
  }
}
type Foundation = Awaited<ReturnType<typeof createFoundation>>

/** Serves the built app with the data that it needs first, both in its page and as an endpoint. */
async function serveClient(
  http: FastifyInstance,
  parts: AppParts,
  { room: { market, quotes }, cookies }: Foundation,
  brands: Brands,
): Promise<void> {
  const { appFolder: folder, clock, config, pools } = parts
  const info = { config, clock, db: pools.app, cookies, market, brands }
  const page = () => pageSnapshotOf({ market, quotes, clock })
  const known = (): PageSnapshot => ({ ...page(), appInfo: appInfoOf(info) })
  appInfoRoute(http, info)
  securityTxtRoute(http, { contact: config.securityContact, clock })
  robotsTxtRoute(http, config.deskHosts)
  const { publicAddress } = config
  await builtApp(http, { folder, clock, known, publicAddress, brand: brands.current })
}

/** The HTTP server and the socket as one area, so that they close between those who send to pages and the rest. */
const doors = (http: FastifyInstance, hub: SocketHub): Area => ({
  routes: (own) => frameRoutes(own, hub),
  stop: async () => {
    await hub.close()
    await http.close()
  },
})

/** Opens the areas that other areas depend on. */
async function openShared(parts: AppParts, foundation: Foundation) {
  const { config, pools, clock, log, hashCost } = parts
  const { app: db } = pools
  const { hub, vault, room, metrics, signer } = foundation
  const { market, maintenance } = room
  const deskChanges = createDeskChanges()
  const { dataFolder, deletedPhotos, pictureDays, rateFactor } = config
  const common = { config, db, hub, clock, vault, deskChanges, log, dataFolder, pictureDays }
  const brands = await openBrands(common)
  const brand = () => brands.current().brand
  const identity = await openIdentity({ ...foundation, ...common, ...pools, hashCost, brand })
  const trading = createTrading({ pools, hub, market, clock, signer, log, metrics, rateFactor })
  const verification = await openVerification({ ...common, deletedPhotos, signer })
  const support = openSupport(common)
  const documents = createDocuments(common)
  const { stepUp } = identity
  const shared = { ...common, market, maintenance, documents, stepUp, brands }
  return { shared, identity, trading, verification, support }
}

/** All areas in the order in which they start. They stop in the reverse order. */
async function openAreas(
  parts: AppParts,
  foundation: Foundation,
  { shared, identity, trading, verification, support }: Awaited<ReturnType<typeof openShared>>,
): Promise<readonly Area[]> {
  const { clock, log } = parts
  const { app: db, auditor, market } = parts.pools
  const { http, hub, room, push, metrics, cookies, deskOwn, space, archive } = foundation
  const observe = ledgerGauges(metrics)
  const audit = createAudits(parts, foundation)
  const frozen = createFrozen(shared)
  const checkPassword = createPasswordCheck(identity)
  const setFrozen = frozen.set
  const checker = createLedgerChecker({ db, auditor, clock, log, observe, setFrozen, audit })
  const seen = { photos: verification.photos, typing: support.typing, cookies: deskOwn, space }
  return [
    {
      routes: (own) => commandRoutes(own, db),
      start: async () => {
        await checker.check('new')
        await registerKey(market, foundation.signer)
      },
      stop: () => checker.close(),
    },
    room,
    { routes: (own) => checkpointRoutes(own, { ...parts, signer: foundation.signer }) },
    tradingArea(trading),
    push,
    openAlerts(shared),
    verification,
    doors(http, hub),
    { topics: () => hub.addPrivate(profileTopic(db)) },
    { routes: (own) => recordsRoutes(own, { db, clock, exports: createExports(shared) }) },
    { routes: (own) => publicRecordRoutes(own, db, room.market) },
    { routes: (own) => statisticsRoutes(own, shared) },
    openSharing({ ...shared, trading }),
    { routes: (own) => payoutRoutes(own, { ...shared, cookies }) },
    openLimits({ ...shared, cookies }),
    openClosing({ ...shared, ...foundation, checkPassword, erasePhotos: verification.erase }),
    await openCashier(shared),
    openFund(shared),
    support,
    openMessages(shared),
    { routes: (own) => newsRoutes(own, shared) },
    await openOutlet({ ...shared, metrics }),
    { routes: (own) => brandRoutes(own, shared.brands) },
    { routes: (own) => legalRoutes(own, shared) },
    openPracticeReviewer(shared),
    openDesk({ ...shared, ...identity, ...seen }),
    { routes: (own) => frozenRoutes(own, frozen) },
    identity,
    openRecovery({ ...shared, ...identity, sessions: foundation.sessions, cookies, metrics }),
    { routes: apiDocs },
    { routes: (own) => serveClient(own, parts, foundation, shared.brands) },
    await openClientReports({ db, clock, log, metrics, folder: parts.appFolder }),
    openRetention({ db, clock, log, metrics }),
    archive,
    openHealth({ ...parts, market: room.market, space, metrics }),
    { stop: () => space.stop() },
  ]
}

/** Builds the server. It does not listen yet. */
export async function startApp(parts: AppParts): Promise<App> {
  const { config } = parts
  if (config.passwordList !== null) await refuseListed(config.passwordList)
  const foundation = await createFoundation(parts)
  const opened = await openShared(parts, foundation)
  const areas = await openAreas(parts, foundation, opened)
  const { http, hub, room } = foundation
  await startAreas(areas, { http, hub })
  return {
    http,
    hub,
    market: room.market,
    listen: () => http.listen({ host: config.host, port: config.port }),
    welcome: () => welcome(parts, opened.identity.registration, hub),
    close: () => stopAreas(areas),
  }
}
