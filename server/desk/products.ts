/**
 * Maintenance of products. It cannot influence a single result: `drain` halts when no position is open any more, and
 * after `now` a product does not reopen before every open order is void.
 */
import type { z } from 'zod'
import type { deskProduct } from '#contract/desk.ts'
import type { Product } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { logAct } from '#server/platform/operator-log.ts'
import {
  countPositions,
  countTicksAside,
  endMaintenance,
  insertMaintenance,
  markHalted,
} from '#server/desk/product-store.ts'
import { currentMaintenance, type Maintenance, restOf } from '#server/market/maintenance.ts'
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
  /** Resolves when every order that is in progress now is stored. */
  quiet(): Promise<void>
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
  halt(ask: Ask & { how: 'drain' | 'now' }): Promise<DeskProduct>
  resume(ask: Ask): Promise<DeskProduct>
  /** Resumes maintenance that was draining. Returns a function that stops it. */
  start(): Cancel
}

const DRAIN_CHECK_MS = 1_000
const DAY_MS = 86_400_000

const movedOn = (status: string): Rejected => new Rejected('document_moved_on', { status })

function listed(parts: ProductDeskParts): () => Promise<DeskProduct[]> {
  const { db, market } = parts
  return async () => {
    const rows = await currentMaintenance(db)
    const positions = await countPositions(db)
    const aside = await countTicksAside(db, parts.clock.now() - DAY_MS)
    return market.products().map(({ id, symbol }) => {
      const row = rows.find((each) => each.product_id === id)
      const state = restOf(row)
      return {
        symbol,
        state,
        openPositions: positions.get(id) ?? 0,
        since: row === undefined ? null : timeMs.parse(Number(row.halted_at ?? row.asked_at)),
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
  const { db, clock, deskChanges, market, maintenance, quiet } = parts
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
  const positionsOf = async (productId: number): Promise<number> => {
    await quiet()
    return (await countPositions(db)).get(productId) ?? 0
  }
  const haltDrained = async (productId: number): Promise<void> => {
    if (maintenance.of(productId) !== 'draining' || (await positionsOf(productId)) > 0) return
    if (!(await markHalted(db, productId, clock.now()))) return
    maintenance.set(productId, 'halted')
    deskChanges.changed()
  }
  const begin = async ({ symbol, how, actor }: Ask & { how: 'drain' | 'now' }) => {
    const { id: productId } = find(symbol)
    const rest = maintenance.of(productId)
    if (rest === 'halted' || (rest === 'draining' && how === 'drain')) throw movedOn(rest)
    const atMs = clock.now()
    await db.transaction(async (tx) => {
      if (rest === 'draining') await endMaintenance(tx, { productId, actor: actor.name, atMs })
      await insertMaintenance(tx, { productId, how, actor: actor.name, atMs })
      await logAct(tx, { atMs, actor, act: 'product_halt', userId: null, ref: `${symbol} ${how}` })
    })
    maintenance.set(productId, how === 'now' ? 'halted' : 'draining')
    await haltDrained(productId)
    return shown(symbol)
  }
  const end = async ({ symbol, actor }: Ask) => {
    const { id: productId } = find(symbol)
    const rest = maintenance.of(productId)
    if (rest === 'open') throw movedOn(rest)
    // If the product reopened earlier, the halt would void only some of the open orders.
    if (rest === 'halted' && (await positionsOf(productId)) > 0) throw movedOn(rest)
    const atMs = clock.now()
    await db.transaction(async (tx) => {
      if (!(await endMaintenance(tx, { productId, actor: actor.name, atMs }))) throw movedOn('open')
      await logAct(tx, { atMs, actor, act: 'product_resume', userId: null, ref: symbol })
    })
    maintenance.set(productId, 'open')
    return shown(symbol)
  }
  const checkDrains = (): void => {
    for (const { id } of market.products()) {
      if (maintenance.of(id) === 'draining') queue(() => haltDrained(id)).catch(parts.onError)
    }
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
