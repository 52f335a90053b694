/**
 * Maintenance of products. It cannot influence a single result: a product first drains for longer than any order lasts,
 * while prices go on, and only then halts. Nothing here depends on open positions.
 */
import { DAY_MS } from '#contract/time.ts'
import type { z } from 'zod'
import type { deskProduct } from '#contract/desk.ts'
import type { Product } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import {
  beginMaintenance,
  countTicksAside,
  endMaintenance,
  markHalted,
} from '#server/desk/product-store.ts'
import {
  currentMaintenance,
  DRAIN_MS,
  type Maintenance,
  type MaintenanceRow,
  restOf,
} from '#server/market/maintenance.ts'
import type { Market } from '#server/market/market.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { isDuplicate } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** What maintenance needs. */
export interface ProductDeskParts {
  db: Database
  clock: MarketClock
  deskChanges: DeskChanges
  market: Pick<Market, 'products' | 'product'>
  maintenance: Maintenance
  onError(error: unknown): void
}

type DeskProduct = z.output<typeof deskProduct>
interface Ask {
  symbol: string
  actor: Actor
}

/** Maintenance of products by operators. */
export interface ProductDesk {
  list(): Promise<DeskProduct[]>
  /** Starts to drain a product. */
  halt(ask: Ask): Promise<DeskProduct>
  resume(ask: Ask): Promise<DeskProduct>
  /** Halts products that have drained. Returns a function that stops it. */
  start(): Cancel
}

const DRAIN_CHECK_MS = 1_000

const movedOn = (status: string): Rejected => new Rejected('document_moved_on', { status })
const haltsAt = ({ asked_at }: MaintenanceRow): number => Number(asked_at) + DRAIN_MS

function listed(parts: ProductDeskParts): () => Promise<DeskProduct[]> {
  const { db, market } = parts
  return async () => {
    const rows = await currentMaintenance(db)
    const aside = await countTicksAside(db, parts.clock.now() - DAY_MS)
    return market.products().map(({ id, symbol }) => {
      const row = rows.find((each) => each.product_id === id)
      const state = restOf(row)
      return {
        symbol,
        state,
        since: row === undefined ? null : timeMs.parse(Number(row.halted_at ?? row.asked_at)),
        haltsAt: row !== undefined && state === 'draining' ? timeMs.parse(haltsAt(row)) : null,
        ticksAside: aside.get(id) ?? 0,
      }
    })
  }
}

/** Runs work one after the other, so that the database and the market change in the same order. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Creates the functions for maintenance. */
export function createProductDesk(parts: ProductDeskParts): ProductDesk {
  const { db, clock, deskChanges, market, maintenance } = parts
  const list = listed(parts)
  const queue = inTurn()
  const find = (symbol: string): Product => {
    const product = market.product(symbol)
    if (product === undefined) throw new Rejected('product_unknown')
    return product
  }
  const shown = async (symbol: string): Promise<DeskProduct> => {
    deskChanges.changed()
    const product = (await list()).find((each) => each.symbol === symbol)
    if (product === undefined) throw new Rejected('product_unknown')
    return product
  }
  const haltDrained = async (): Promise<void> => {
    const atMs = clock.now()
    for (const row of await currentMaintenance(db)) {
      if (row.halted_at !== null || atMs < haltsAt(row)) continue
      if (!(await markHalted(db, row.product_id, atMs))) continue
      maintenance.set(row.product_id, 'halted')
      deskChanges.changed()
    }
  }
  const begin = async ({ symbol, actor }: Ask) => {
    const { id: productId } = find(symbol)
    const rest = maintenance.of(productId)
    if (rest !== 'open') throw movedOn(rest)
    await beginMaintenance(db, { productId, actor, atMs: clock.now() })
    maintenance.set(productId, 'draining')
    return shown(symbol)
  }
  const end = async ({ symbol, actor }: Ask) => {
    const { id: productId } = find(symbol)
    if (maintenance.of(productId) === 'open') throw movedOn('open')
    const ended = await endMaintenance(db, { productId, actor, atMs: clock.now() })
    if (!ended) throw movedOn('open')
    maintenance.set(productId, 'open')
    return shown(symbol)
  }
  const checkDrains = (): void => {
    if (!market.products().some(({ id }) => maintenance.of(id) === 'draining')) return
    queue(haltDrained).catch(parts.onError)
  }
  return {
    list,
    halt: (ask) =>
      queue(() => begin(ask)).catch((error: unknown) => {
        throw isDuplicate(error, 'product_maintenance_current') ? movedOn('halted') : error
      }),
    resume: (ask) => queue(() => end(ask)),
    start: () => clock.every(DRAIN_CHECK_MS, checkDrains),
  }
}
