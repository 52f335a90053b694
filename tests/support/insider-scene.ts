/** What insiders find: a server's database with prices, a checkpoint, users, orders and documents of theirs. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { listProducts } from '#contract/endpoints/market.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import type { Logger } from '#server/platform/logging.ts'
import { openVault, type Vault } from '#server/platform/vault.ts'
import { type CashierVisit, cashierVisit, depositIn, withdrawalIn } from '#support/cashier-visit.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { type TestServer, testServer, type TestServerOptions } from '#support/server.ts'
import { until } from '#support/until.ts'

const START_MS = Date.UTC(2024, 2, 13, 12)
const SEED = '0123456789abcdef'.repeat(4)
export const SYMBOL = 'BTCUSDT'

/** Rows that acts name. */
interface SceneIds {
  /** Whose orders and documents these are, and another user. */
  user: bigint
  other: bigint
  product: number
  settled: bigint
  live: bigint
  /** A deposit that was submitted, and a withdrawal that holds its amount. */
  deposit: bigint
  withdrawal: bigint
}

/** A database of its own for one act, with the same content as every other. */
export interface InsiderScene {
  database: TestDatabase
  /** With the keys of the server. */
  vault: Vault
  ids: SceneIds
  /** The market time at which the scene ends. */
  nowMs: number
  /** What the started server reported as fatal. */
  alarms: readonly string[]
  /** Starts the server on the database, with a clock that continues where the scene ends. Once per scene. */
  server(): Promise<StartedScene>
  close(): Promise<void>
}

interface StartedScene {
  server: TestServer
  clock: ManualClock
  /** Lets market time pass. */
  play(ms: number): Promise<void>
  /** The user places an order as the app does. */
  place(): Promise<bigint>
}

/** From which the scenes are copied. */
export interface InsiderStage {
  copy(): Promise<InsiderScene>
  close(): Promise<void>
}

async function place({ visitor }: Pick<CashierVisit, 'visitor'>): Promise<bigint> {
  const { products } = await visitor.read(listProducts.reply, '/api/products')
  const terms = products.find(({ symbol }) => symbol === SYMBOL)?.terms
  const body = { symbol: SYMBOL, direction: 'up', stake: '10.00', durationMs: 30_000 }
  const answer = await visitor.command('/api/orders', { ...body, termsId: terms?.termsId })
  return BigInt(placeOrder.reply.parse(answer.body).order.id)
}

async function areStored(
  { db }: TestServer,
  { settled, live }: Pick<SceneIds, 'settled' | 'live'>,
): Promise<boolean> {
  const rows = await db.query(
    `select from orders where id = $1 and status in ('won', 'lost', 'draw')
        or id = $2 and status = 'live'`,
    [settled, live],
  )
  return rows.length === 2
}

/** Two users, one of whom has a settled and a live order, a deposit and a withdrawal. */
async function furnish(
  server: TestServer,
  clock: ManualClock,
): Promise<{ ids: SceneIds; account: string; password: string }> {
  const visit = await cashierVisit(server)
  const other = await cashierVisit(server)
  await playTime(clock, 3_000)
  const settled = await place(visit)
  const deposit = BigInt(depositIn(await visit.deposit({ amount: '100.00' })).id)
  const withdrawal = BigInt(
    withdrawalIn(await visit.withdraw({ amount: '200.00', fee: '2.00' })).id,
  )
  await playTime(clock, 62_000)
  const live = await place(visit)
  await playTime(clock, 3_000)
  // Played time does not wait for the settlement, and the acts need its result and its entry.
  await until('the settled and the live order', () => areStored(server, { settled, live }))
  const [product] = await server.db.query<{ id: number }>(
    'select id from products where symbol = $1',
    [SYMBOL],
  )
  const ids = {
    user: visit.userId,
    other: other.userId,
    product: product?.id ?? 0,
    settled,
    live,
    deposit,
    withdrawal,
  }
  return { ids, account: visit.account, password: visit.password }
}

/** A log that keeps the texts of fatal lines. */
function alarmLog(): { log: Logger; alarms: string[] } {
  const alarms: string[] = []
  const stream = { write: (line: string) => void alarms.push(String(JSON.parse(line).msg)) }
  return { log: pino({ level: 'fatal' }, stream), alarms }
}

/** Plays what happens before the acts, and stops the server. */
export async function insiderStage(): Promise<InsiderStage> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'fairtick-insider-'))
  const database = await testDatabase()
  const open = (options: TestServerOptions, folder: string): Promise<TestServer> =>
    testServer({
      ...options,
      openMarket: openSimulated(SYMBOL),
      config: { seed: SEED, dataFolder: folder },
    })
  const clock = manualClock(START_MS)
  const server = await open({ database, clock }, dataFolder)
  const { ids, account, password } = await furnish(server, clock)
  await server.close()
  const vault = await openVault(dataFolder)
  return {
    copy: async () => {
      const own = await database.copy()
      // Copies of the database give the same numbers to their photos, so each scene needs files of its own.
      const ownFolder = mkdtempSync(join(tmpdir(), 'fairtick-insider-'))
      cpSync(dataFolder, ownFolder, { recursive: true })
      let started: TestServer | undefined
      const { log, alarms } = alarmLog()
      return {
        database: own,
        vault,
        ids,
        nowMs: clock.now(),
        alarms,
        server: async () => {
          const continued = manualClock(clock.now())
          started = await open({ database: own, clock: continued, log }, ownFolder)
          const visitor = started.visitor()
          await visitor.post('/api/session', { account, password })
          return {
            server: started,
            clock: continued,
            play: (ms) => playTime(continued, ms),
            place: () => place({ visitor }),
          }
        },
        close: async () => {
          await started?.close()
          await own.close()
          rmSync(ownFolder, { recursive: true, force: true })
        },
      }
    },
    close: async () => {
      await database.close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
