/** A real market on a real database, with the clock, the recordings and the database's health in a test's hand. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TickRecord } from '#contract/tick-log.ts'
import { createMarket } from '#server/market/create-market.ts'
import type { FeedChoice } from '#server/market/feeds/open-feed.ts'
import type { RunningMarket } from '#server/market/running-market.ts'
import type { Database } from '#server/platform/database.ts'
import { createLogger } from '#server/platform/logging.ts'
import { type Signer, signerOf } from '#server/platform/signer.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { pause, until } from '#support/until.ts'

/** `away`: nothing reaches the database. `deaf`: statements run, their answers are lost. */
export type Health = 'well' | 'away' | 'deaf'

export interface MarketLab {
  clock: ManualClock
  database: TestDatabase
  signer: Signer
  folder: string
  health: Health
  /** Opened with the feed that the lab was made for, or another. */
  open(feed?: FeedChoice): Promise<RunningMarket>
  /** Moves the clock in small steps and lets the log catch up. */
  play(ms: number): Promise<void>
  /** The whole stored log of a product. */
  log(market: RunningMarket, productId: number): Promise<TickRecord[]>
  close(): Promise<void>
}

const STEP_MS = 100

export const SIMULATED = {
  kind: 'simulated',
  seed: '0123456789abcdef'.repeat(4),
  symbols: ['GC', 'EURUSD', 'BTCUSDT'],
} as const satisfies FeedChoice

function unreliable(db: Database, health: () => Health): Database {
  return {
    ...db,
    query: async (sql, params) => {
      if (health() === 'away') throw new Error('the database is away')
      const rows = await db.query<never>(sql, params)
      if (health() === 'deaf' && sql.includes('insert into ticks')) throw new Error('answer lost')
      return rows
    },
  }
}

export async function marketLab(startMs: number, feed: FeedChoice = SIMULATED): Promise<MarketLab> {
  const database = await testDatabase()
  const clock = manualClock(startMs)
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-market-'))
  const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
  await database.db.query('insert into signing_keys (key_id, public_key) values ($1, $2)', [
    signer.keyId,
    signer.publicKeyPem,
  ])
  const opened: RunningMarket[] = []
  const lab: MarketLab = {
    clock,
    database,
    signer,
    folder,
    health: 'well',
    open: async (other = feed) => {
      const market = await createMarket({
        db: unreliable(database.db, () => lab.health),
        clock,
        log: createLogger('silent'),
        signer,
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
        await pause(0)
      }
      await pause(50)
    },
    log: async (market, productId) => {
      const head = market.head(productId)?.seq ?? 0
      await until('the head to be stored', () => market.head(productId)?.seq === head)
      return market.recordsAfter(productId, 0, 1_000_000)
    },
    close: async () => {
      lab.health = 'well'
      for (const market of opened) await market.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return lab
}

/** Writes recordings into a fresh folder below the lab's temporary one. */
export function recordings(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-recordings-'))
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
