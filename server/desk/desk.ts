/** The operator desk: its operators, their queues, and what operators may look up and decide. */
import { createCustomers, type Customers } from '#server/desk/customers.ts'
import type { DeskChanges, ObservedDeskChanges } from '#server/platform/desk-changes.ts'
import { createDeskWatch, type DeskTyping, type DeskWatch } from '#server/desk/desk-state.ts'
import { createAuditedReads, type AuditedReads } from '#server/desk/audited-reads.ts'
import type { OperatorPasskeys } from '#server/desk/operator-passkeys.ts'
import type { OperatorKeeper } from '#server/desk/operators.ts'
import { createProductDesk, type ProductDesk } from '#server/desk/products.ts'
import type { Documents } from '#server/documents/move.ts'
import { createQueues, type Queues } from '#server/documents/routes.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { FreeSpace } from '#server/platform/free-space.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { Photos } from '#server/verification/photos.ts'

export interface DeskParts {
  db: Database
  clock: MarketClock
  log: Logger
  hub: SocketHub
  vault: Vault
  photos: Pick<Photos, 'open'>
  deskChanges: ObservedDeskChanges
  documents: Documents
  operators: OperatorKeeper
  passkeys: OperatorPasskeys
  /** Whether the server is reached by HTTPS. */
  secure: boolean
  /** Deposits and withdrawals above this amount need two operators; minor units. */
  secondAbove: bigint
  typing: DeskTyping
  market: Pick<Market, 'products' | 'product' | 'venueHealth' | 'closings'>
  maintenance: Maintenance
  space: FreeSpace
}

/** The functions of the desk. */
export interface Desk {
  db: Database
  clock: MarketClock
  hub: SocketHub
  vault: Vault
  deskChanges: DeskChanges
  operators: OperatorKeeper
  passkeys: OperatorPasskeys
  secure: boolean
  documents: Documents
  watch: DeskWatch
  queues: Queues
  looks: AuditedReads
  customers: Customers
  products: ProductDesk
  /** Resumes maintenance that was draining. */
  start(): void
  close(): void
}

export function createDesk(parts: DeskParts): Desk {
  const { db, clock, hub, vault, deskChanges, documents, operators, passkeys, secure, log } = parts
  const onError = (err: unknown): void => log.error({ err }, 'desk')
  const watch = createDeskWatch({ ...parts, onError })
  const products = createProductDesk({ ...parts, onError })
  const stops: (() => void)[] = [() => watch.close()]
  return {
    db,
    clock,
    hub,
    vault,
    deskChanges,
    operators,
    passkeys,
    secure,
    documents,
    watch,
    queues: createQueues(parts),
    looks: createAuditedReads(parts),
    customers: createCustomers(parts),
    products,
    start: () => void stops.push(products.start()),
    close: () => stops.forEach((stop) => stop()),
  }
}
