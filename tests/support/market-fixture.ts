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
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { pause } from '#support/until.ts'

/** `away`: no statement reaches the database. `deaf`: statements run, and their answers are lost. */
export type Health = 'well' | 'away' | 'deaf'

export interface MarketFixture {
  clock: ManualClock
  database: TestDatabase
  connection: { health: Health }
  /** Opened with the fixture's feed, or with another one. */
  open(feed?: FeedChoice): Promise<RunningMarket>
  /** Moves the clock in small steps; each ends when the market has stored what it brought. */
  play(ms: number): Promise<void>
  /** The whole stored log of a product. */
  log(market: RunningMarket, productId: number): Promise<TickRecord[]>
}

const STEP_MS = 500
/** The master seed of simulated prices. */
export const SEED = '0123456789abcdef'.repeat(4)

/** Few products, because each begins with the candles of 400 days. */
export const simulated = (...symbols: readonly string[]): FeedChoice => ({
  kind: 'simulated',
  seed: SEED,
  symbols,
})

/** For a test server. */
export const openSimulated =
  (...symbols: readonly string[]): NonNullable<AppParts['openMarket']> =>
  async ({ config, ...parts }) => {
    const { dataFolder } = config
    return marketArea(await createMarket({ ...parts, dataFolder, feed: simulated(...symbols) }))
  }

/** The market's connection to the database, which knows what is under way. */
class Connection {
  health: Health = 'well'
  #running = 0
  readonly #db: Database<'market'>

  constructor(db: Database<'market'>) {
    this.#db = db
  }

  /** What the market gets. */
  get database(): Database<'market'> {
    return {
      ...this.#db,
      query: (sql, params) => this.#count(() => this.#query(sql, params)),
      transaction: (work) => this.#count(() => this.#db.transaction(work)),
    }
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    do await pause(0)
    while (this.#running > 0)
  }

  async #query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]> {
    if (this.health === 'away') throw new Error('the database is away')
    const rows = await this.#db.query<Row>(sql, params)
    if (this.health === 'deaf' && sql.includes('append_ticks')) throw new Error('answer lost')
    return rows
  }

  async #count<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
    }
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
        pools: { market: connection.database, app: database.db },
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
    play: async (ms) => {
      for (let left = ms; left > 0; left -= STEP_MS) {
        await clock.advance(Math.min(STEP_MS, left))
        await connection.idle()
      }
    },
    log: (market, productId) => market.recordsAfter(productId, 0, 1_000_000),
  }
}

/** Writes recordings into a new folder. */
export function recordings(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-recordings-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
