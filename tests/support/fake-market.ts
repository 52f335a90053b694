/** A market that says what a test tells it to say: the whole log in memory, and in a database if it is given one. */
import { type MarketSession, type Product, product } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { rootOf, treeOf } from '#rules/merkle-tree.ts'
import { GENESIS_HASH, recordText } from '#rules/tick-chain.ts'
import { sha256, sha256Bytes } from '#server/market/product-log.ts'
import type { Market } from '#server/market/market.ts'
import { appendRecords, readAfter, type LoggedRecord } from '#server/market/tick-log-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Planned, recordOf } from '#support/records.ts'
import { pause } from '#support/until.ts'

export interface FakeMarket extends Market {
  /** Appends records and tells the listeners. */
  push(productId: number, ...planned: Planned[]): void
  /** Appends without telling: as when the listener was not there yet. */
  store(productId: number, ...planned: Planned[]): void
  log(productId: number): readonly TickRecord[]
  /** Changes the product's session. */
  session(productId: number, session: Partial<MarketSession>): void
  /** While set, reading the log fails. */
  broken: boolean
  /** Appends the log to this database from now on. Reading the log waits until it is there. */
  storeIn(db: Database<'market'>): void
  /** Resolves when the log is in the database. */
  stored(): Promise<unknown>
}

/** Two products: 1 GC and 9 EURUSD, at catalogue-like terms, open without an end. */
export const FAKE_PRODUCTS = [
  { id: 1, symbol: 'GC', class: 'futures', priceDecimals: 1 },
  { id: 9, symbol: 'EURUSD', class: 'forex', priceDecimals: 5 },
] as const
export const FAKE_TERMS_ID = '00000000000000aa'
const DURATIONS_MS = [1_000, 30_000, 60_000, 900_000]
const MAX_TRIES = 20
const RETRY_MS = 20

export const fakeProduct = (base: (typeof FAKE_PRODUCTS)[number]): Product =>
  product.parse({
    ...base,
    sizeDecimals: 0,
    quoteCurrency: 'USD',
    source: 'simulated',
    fromBars: false,
    replay: null,
    terms: {
      termsId: FAKE_TERMS_ID,
      ruleVersion: 1,
      durations: DURATIONS_MS.map((durationMs) => ({ durationMs, payoutRate: 8500 })),
      stakeMin: '1.00',
      stakeMax: '5000.00',
      maxOpenPositions: 20,
      maxOpenStake: '25000.00',
      bandBps: 100,
    },
    session: { state: 'open', opensAt: null, closesAt: null },
  })

function spanning(log: readonly TickRecord[], fromMs: number, toMs: number): TickRecord[] {
  const first = log.findLastIndex(({ timeMs }) => timeMs <= fromMs)
  const last = log.findIndex(({ timeMs }) => timeMs > toMs)
  return log.slice(Math.max(0, first), last < 0 ? log.length : last + 1)
}

export function fakeMarket(
  products: readonly Product[] = FAKE_PRODUCTS.map(fakeProduct),
): FakeMarket {
  const logs = new Map<number, TickRecord[]>()
  const listeners = new Set<Parameters<Market['onRecords']>[0]>()
  const sessions = new Map(products.map(({ id, session }) => [id as number, session]))
  const logOf = (id: number): TickRecord[] => {
    const log = logs.get(id) ?? []
    logs.set(id, log)
    return log
  }
  const withSession = (product: Product): Product => ({
    ...product,
    session: sessions.get(product.id) ?? product.session,
  })
  const all = (): Product[] => products.map(withSession)
  const symbolOf = (id: number): string =>
    products.find((product) => product.id === id)?.symbol ?? ''
  let database: Database<'market'> | undefined
  let stored: Promise<unknown> = Promise.resolve()
  let waiting: LoggedRecord[] = []
  /** Appends those of `records` that are beyond the database's heads. */
  const catchUp = async (
    db: Database<'market'>,
    records: readonly LoggedRecord[],
  ): Promise<void> => {
    const heads = await db.query<{ id: number; seq: number }>(
      'select product_id as id, max(seq)::float8 as seq from ticks group by 1',
    )
    const known = new Map(heads.map(({ id, seq }) => [id, seq]))
    const more = records.filter(({ productId, record }) => record.seq > (known.get(productId) ?? 0))
    if (more.length > 0) await appendRecords(db, more)
  }
  /** As a market does whose connection was lost: what had arrived is not appended twice. */
  const again = async (db: Database<'market'>, batch: readonly LoggedRecord[]): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await catchUp(db, batch)
      } catch (error) {
        if (tries === MAX_TRIES) throw error
        await pause(RETRY_MS)
      }
    }
  }
  const append = (db: Database<'market'>, records: readonly LoggedRecord[]): void => {
    waiting.push(...records)
    // An append that has not begun takes these records with it.
    if (waiting.length > records.length) return
    stored = stored.then(async () => {
      const batch = waiting
      waiting = []
      if (batch.length > 0) await appendRecords(db, batch).catch(() => again(db, batch))
    })
    // Reading the log fails then.
    stored.catch(() => undefined)
  }
  const add = (id: number, planned: readonly Planned[], inputs?: string): void => {
    const log = logOf(id)
    const added = planned.map((item) => {
      const unhashed = recordOf(item, log.length + 1)
      const before = log.at(-1)?.hash ?? GENESIS_HASH
      const record = { ...unhashed, hash: sha256(recordText(symbolOf(id), unhashed, before)) }
      log.push(record)
      return { productId: id, record, inputs }
    })
    if (database !== undefined) append(database, added)
  }
  const market: FakeMarket = {
    source: 'simulated',
    speed: 1,
    startNotes: [],
    broken: false,
    products: all,
    product: (symbol) => all().find((product) => product.symbol === symbol),
    productById: (id) => all().find((product) => product.id === id),
    lastTick: (id) => {
      const last = logOf(id).findLast(({ kind }) => kind === 'tick')
      return last?.kind === 'tick' ? last : undefined
    },
    head: (id) => logOf(id).at(-1),
    onRecords: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    recordsSpanning: async (id, fromMs, toMs) => {
      if (market.broken) throw new Error('the log cannot be read')
      await stored
      return spanning(logOf(id), fromMs, toMs)
    },
    inputsOf: async () => [],
    venueHealth: () => null,
    closings: () => null,
    recordsAfter: async (id, afterSeq, limit) => logOf(id).slice(afterSeq, afterSeq + limit),
    storedAfter: async (id, afterSeq, limit) =>
      database === undefined ? [] : readAfter(database, id, { afterSeq, limit }),
    holdOrder: async (id, { id: orderId, holdDeadline, commitment }) => {
      const log = logOf(id)
      const before = log.at(-1)
      if (before === undefined || before.kind === 'halt') return false
      if (before.timeMs > holdDeadline) return false
      const root = rootOf(treeOf([Buffer.from(commitment, 'hex')], sha256Bytes), sha256Bytes)
      add(id, [{ kind: 'orders', at: before.timeMs, size: 1, root }], orderId)
      const [record] = log.slice(-1)
      await stored
      if (record !== undefined) for (const listener of listeners) listener(id, [record])
      return true
    },
    isStopped: () => false,
    close: async () => listeners.clear(),
    log: logOf,
    session: (id, change) => {
      const before = sessions.get(id)
      if (before !== undefined) sessions.set(id, { ...before, ...change })
    },
    stored: () => stored,
    storeIn: (db) => {
      database = db
      waiting = []
      const known = [...logs].flatMap(([productId, log]) =>
        log.map((record) => ({ productId, record })),
      )
      stored = stored.then(() => catchUp(db, known))
      stored.catch(() => undefined)
    },
    store: (id, ...planned) => add(id, planned),
    push: (id, ...planned) => {
      market.store(id, ...planned)
      const records = logOf(id).slice(-planned.length)
      for (const listener of listeners) listener(id, records)
    },
  }
  return market
}
