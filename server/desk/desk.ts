/** The operator desk, put together: who sits at it, what waits there, what they may look up and decide. */
import { createCustomers, type Customers } from '#server/desk/customers.ts'
import type { ListenedBell } from '#server/desk/desk-bell.ts'
import { createDeskWatch, type DeskTyping, type DeskWatch } from '#server/desk/desk-state.ts'
import { createLooks, type Looks } from '#server/desk/looks.ts'
import type { OperatorPasskeys } from '#server/desk/operator-passkeys.ts'
import type { OperatorKeeper } from '#server/desk/operators.ts'
import { createProductDesk, type ProductDesk } from '#server/desk/products.ts'
import { createQueues, type Queues } from '#server/desk/queues.ts'
import type { Reviews } from '#server/desk/reviews.ts'
import type { Rates } from '#server/fund/rates.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import type { SocketHub } from '#server/platform/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { Photos } from '#server/verification/photos.ts'

/** Of the fund's rates what operators do with them. */
type RateDesk = Pick<Rates, 'list' | 'propose' | 'publish' | 'reject'>

export interface DeskParts {
  db: Database
  clock: MarketClock
  log: Logger
  hub: SocketHub
  vault: Vault
  photos: Pick<Photos, 'open'>
  bell: ListenedBell
  operators: OperatorKeeper
  passkeys: OperatorPasskeys
  /** Behind HTTPS. */
  secure: boolean
  /** Deposits and withdrawals above this need two operators; minor units. */
  secondAbove: bigint
  reviews: Reviews
  rates: RateDesk
  typing: DeskTyping
  market: Pick<Market, 'products' | 'product'>
  maintenance: Maintenance
  quiet(): Promise<void>
}

export interface Desk {
  db: Database
  operators: OperatorKeeper
  passkeys: OperatorPasskeys
  secure: boolean
  reviews: Reviews
  watch: DeskWatch
  queues: Queues
  looks: Looks
  customers: Customers
  products: ProductDesk
  rates: RateDesk
  /** Goes on with what was draining. */
  start(): void
  close(): void
}

export function createDesk(parts: DeskParts): Desk {
  const { db, operators, passkeys, secure, reviews, rates, log } = parts
  const onError = (err: unknown): void => log.error({ err }, 'desk')
  const watch = createDeskWatch({ ...parts, onError })
  watch.attach(parts.hub)
  const products = createProductDesk({ ...parts, onError })
  const stops: (() => void)[] = [() => watch.close()]
  return {
    db,
    operators,
    passkeys,
    secure,
    reviews,
    rates,
    watch,
    queues: createQueues(parts),
    looks: createLooks(parts),
    customers: createCustomers(parts),
    products,
    start: () => void stops.push(products.start()),
    close: () => stops.forEach((stop) => stop()),
  }
}
