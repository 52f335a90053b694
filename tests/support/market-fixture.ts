/** A real market on a real database, whose clock, feed and database connection a test controls. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import type { AppParts } from '#server/app.ts'
import { marketArea } from '#server/market/open-market.ts'
import { sealOrders } from '#server/trading/sealed-orders.ts'
import { createMarket } from '#server/market/create-market.ts'
import type { FeedChoice } from '#server/market/feeds/open-feed.ts'
import type { RunningMarket } from '#server/market/running-market.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLogger } from '#server/platform/logging.ts'
import { signerOf } from '#server/platform/signer.ts'
import { DatabaseWatch } from '#support/database-watch.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'

/** `away`: no statement reaches the database. `deaf`: statements run, and their answers are lost. */
type Health = 'well' | 'away' | 'deaf'

export interface MarketFixture {
  clock: ManualClock
  database: TestDatabase
  connection: { health: Health }
  /** Opened with the fixture's feed, or with another one. */
  open(feed?: FeedChoice): Promise<RunningMarket>
  /** As `playTime`. */
  play(ms: number): Promise<void>
  /** The whole stored log of a product. */
  log(market: RunningMarket, productId: number): Promise<TickRecord[]>
}

/** The master seed of simulated prices. */
export const SEED = '0123456789abcdef'.repeat(4)

/** Few products, because each begins with the candles of 400 days. */
export const simulated = (...symbols: readonly string[]): FeedChoice => ({
  kind: 'simulated',
  seed: SEED,
  symbols,
})

type OpenMarket = NonNullable<AppParts['openMarket']>
/** A market on this feed, for a test server. */
export const openOn =
  (feed: FeedChoice): OpenMarket =>
  async ({ config, ...parts }) => {
    const { dataFolder } = config
    return marketArea(await createMarket({ ...parts, dataFolder, feed }))
  }
/** A simulated market of these products, for a test server. */
export const openSimulated = (...symbols: readonly string[]): OpenMarket =>
  openOn(simulated(...symbols))

/** The market's connection to the database. */
class Connection {
  health: Health = 'well'
  readonly #db: Database<'market'>

  constructor(db: Database<'market'>) {
    this.#db = db
  }

  /** What the market gets. */
  get database(): Database<'market'> {
    return { ...this.#db, query: (sql, params) => this.#query(sql, params) }
  }

  async #query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]> {
    if (this.health === 'away') throw new Error('the database is away')
    const rows = await this.#db.query<Row>(sql, params)
    if (this.health === 'deaf' && sql.includes('append_ticks')) throw new Error('answer lost')
    return rows
  }
}

/** Closed when the test that calls it has finished, and the folder of a replay removed. */
export async function marketFixture(startMs: number, feed: FeedChoice): Promise<MarketFixture> {
  const database = await testDatabase()
  const clock = manualClock(startMs)
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-market-'))
  const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
  await database.owner.query('insert into signing_keys (key_id, public_key) values ($1, $2)', [
    signer.keyId,
    signer.publicKeyPem,
  ])
  const opened: RunningMarket[] = []
  const connection = new Connection(database.pools.market)
  const watch = new DatabaseWatch()
  const watched = watch.of(connection.database)
  clock.follow(() => watch.idle())
  onTestFinished(async () => {
    connection.health = 'well'
    for (const market of opened) await market.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
    if (feed.kind === 'replay') rmSync(feed.folder, { recursive: true, force: true })
  })
  return {
    clock,
    database,
    connection,
    open: async (other = feed) => {
      const market = await createMarket({
        pools: { ...database.pools, market: watched },
        clock,
        log: createLogger('silent'),
        signer,
        sealOrders,
        dataFolder: folder,
        feed: other,
      })
      opened.push(market)
      await market.start()
      return market
    },
    play: (ms) => playTime(clock, ms),
    log: (market, productId) => market.recordsAfter(productId, 0, 1_000_000),
  }
}

/** Writes recordings into a new folder. */
export function recordings(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-recordings-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
