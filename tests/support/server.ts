/** A real server on a free port with real PostgreSQL: only the clock and the source of ticks are the test's. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type AppParts, startApp } from '#server/app.ts'
import { createMarketClock, type MarketClock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import { actRulesOf, writeActRules } from '#server/platform/db/act-rules.ts'
import { offerKey } from '#server/platform/db/signing-key.ts'
import { startKeyOf } from '#server/platform/signer.ts'
import { UNDECLARED } from '#server/platform/http/error-replies.ts'
import { createLogger, type Logger } from '#server/platform/logging.ts'
import { DatabaseWatch } from '#support/database-watch.ts'
import { fakeMarketRoom } from '#support/fake-market-room.ts'
import type { ManualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { Visitor } from '#support/visitor.ts'

export interface TestServerOptions {
  /** `playTime` of a manual one waits until the server has stored what the time brought about. */
  clock?: MarketClock & Partial<Pick<ManualClock, 'follow'>>
  /** Default: a market without a tick. */
  openMarket?: AppParts['openMarket']
  config?: Partial<Config>
  /** Default: a fresh one, closed with the server. */
  database?: TestDatabase
  appFolder?: string
  /** Default: says nothing, and `close` throws if a request was answered with an error that is not declared. */
  log?: Logger
  /** Default: as cheap as can be. */
  hashCost?: AppParts['hashCost']
}

export interface TestUser {
  account: string
  password: string
  tradingPassword: string
  /** Logged in. */
  visitor: Visitor
}

export interface TestServer {
  url: string
  app: App
  clock: MarketClock
  config: Config
  /** As the server has it. */
  db: Database
  /** The pools of the server’s roles. */
  pools: Pools
  /** As the owner of the tables. */
  owner: Database<never>
  openingCode: string
  visitor(): Visitor
  /** Registers and logs in. */
  registerUser(account?: string): Promise<TestUser>
  /** Stops the app and starts it again on the same data and port. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** What users and operators of a test need of a server, in this process or in another one. */
export interface RunningServer
  extends Pick<TestServer, 'owner' | 'visitor' | 'registerUser' | 'openingCode'> {
  clock: Pick<MarketClock, 'now'>
  config: Pick<Config, 'dataFolder'>
}

/** A logger that keeps what a server should never say of itself: it answered with an error that is not declared. */
function watchingLog(undeclared: string[]): Logger {
  const write = (line: string): void => {
    if (line.includes(UNDECLARED)) undeclared.push(line)
  }
  return createLogger('error', { write })
}

const CHEAP_HASH = { memoryCost: 64, timeCost: 1 }
const PASSWORD = 'correct-mule-7-stapler'
const TRADING_PASSWORD = 'another-mule-8-stapler'

/** Registers and logs in. */
export async function registerUser(
  server: Pick<TestServer, 'visitor' | 'openingCode'>,
  account: string,
): Promise<TestUser> {
  const visitor = server.visitor()
  const secrets = { password: PASSWORD, tradingPassword: TRADING_PASSWORD }
  const { openingCode } = server
  const info = { account, phone: '+8613812345678', openingCode, ...secrets }
  const registered = await visitor.post('/api/registration', info)
  if (registered.status !== 200) throw new Error(`registration: ${registered.text}`)
  const loggedIn = await visitor.post('/api/session', { account, password: PASSWORD })
  if (loggedIn.status !== 200) throw new Error(`log-in: ${loggedIn.text}`)
  return { account, ...secrets, visitor }
}

export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase())
  const dataFolder = mkdtempSync(join(tmpdir(), 'fairtick-server-'))
  // No one answers by itself unless the test asks for it.
  const own = { dataFolder, port: 0, rateFactor: 1000, practiceReviewer: false }
  const defaults = { ...readConfig([], {}, dataFolder), ...own }
  const config = { ...defaults, ...options.config }
  const deletedPhotos = `${config.dataFolder}.deleted`
  const clock = options.clock ?? createMarketClock()
  const undeclared: string[] = []
  const log = options.log ?? watchingLog(undeclared)
  const watch = new DatabaseWatch()
  options.clock?.follow?.(() => watch.idle())
  const { owner } = database
  const start = async (port: number): Promise<[App, string]> => {
    await writeActRules((sql, params) => owner.query(sql, params), actRulesOf(config))
    const { key, keep } = startKeyOf(config.dataFolder)
    await offerKey(owner, key)
    keep()
    const app = await startApp({
      config: { ...config, deletedPhotos, port },
      log,
      pools: watch.pools(database.pools),
      clock,
      appFolder: options.appFolder ?? dataFolder,
      openMarket: options.openMarket ?? fakeMarketRoom,
      hashCost: options.hashCost ?? CHEAP_HASH,
    })
    return [app, await app.listen()]
  }
  const [app, url] = await start(config.port)
  let users = 0
  const server: TestServer = {
    url,
    app,
    clock,
    config,
    db: database.db,
    pools: database.pools,
    owner: database.owner,
    openingCode: (await app.welcome()).openingCode,
    visitor: () => new Visitor(url),
    registerUser: (account) => {
      users += 1
      return registerUser(server, account ?? `user_${users}`)
    },
    restart: async () => {
      await server.app.close()
      const [again] = await start(Number(new URL(url).port))
      server.app = again
    },
    close: async () => {
      await server.app.close()
      if (options.database === undefined) await database.close()
      for (const path of [dataFolder, deletedPhotos]) rmSync(path, { recursive: true, force: true })
      if (undeclared.length > 0) throw new Error(undeclared.join(''))
    },
  }
  return server
}
