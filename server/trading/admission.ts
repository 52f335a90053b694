/**
 * Refuses orders from memory, before they cost a signature check or a connection to the database. Refusing an order
 * costs the database more than accepting it, so callers whose orders were refused wait, and others do not. The
 * admission can only refuse: SQL decides what is accepted. Nothing of an order that is not taken in is stored or
 * signed, and its key may be tried again.
 */
import { Counter, type Registry } from 'prom-client'
import { type ErrorCode, MONEY_STOPPED } from '#contract/errors.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { fairQueue, type RunFairly } from '#server/platform/fair-queue.ts'
import { type Credit, Debts, deleteEnded } from '#server/platform/debts.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

/** Who sends an order. */
export interface OrderCaller {
  userId: bigint
  guest: boolean
  /** As limits count it (client-address.ts). */
  address: string
  /** How long its request has waited here, in ms. */
  waitedMs: number
}
/** What the admission sees of an order: never its direction. */
export interface AskedOrder {
  symbol: string
  stake: bigint
  /** When it starts, as its device fixed it. */
  signed?: { startsAt: number } | undefined
}

export interface AdmissionOptions {
  /** Multiplies every limit (RATE_FACTOR). */
  rateFactor: number
  metrics: Registry
  clock: Pick<MarketClock, 'now'>
  /** Monotonic time in ms. Default: the process's. */
  now?: () => number
}

interface Limit {
  /** The label of the metric. */
  limit: 'user' | 'address' | 'guests' | 'debtors' | 'newcomers'
  /** Whose orders are counted. */
  name: string
  /** Orders that wait for their answer at the same time. */
  unanswered: number
  credit?: Credit
}

/** How long a refusal is repeated from memory, in ms. */
const REMEMBER_MS = 1_000
/** When a caller whose share is in use may come again, in ms. */
const COME_AGAIN_MS = 500
/** Maximum number of users whose last order is known to be accepted. Beyond it, the oldest is forgotten. */
const ACCEPTED_MAX = 20_000

const nameOf = ({ userId }: OrderCaller): string => `user ${userId}`
const userLimit = (caller: OrderCaller): Limit => ({
  limit: 'user',
  name: nameOf(caller),
  unanswered: 4,
  credit: { failures: 5, eachMs: 3_000 },
})
const addressLimit = ({ address }: OrderCaller): Limit => ({
  limit: 'address',
  name: `address ${address}`,
  unanswered: 8,
  credit: { failures: 20, eachMs: 1_000 },
})
const GUESTS: Limit = {
  limit: 'guests',
  name: 'guests',
  unanswered: 32,
  credit: { failures: 100, eachMs: 100 },
}
/** Those in debt leave most connections of the database to others. */
const DEBTORS: Limit = { limit: 'debtors', name: 'debtors', unanswered: 2 }

/**
 * For users whose last order was not accepted, as far as this process knows, and for the second order and more of a
 * user at the same time: few are under way at once, so that many newcomers do not fill the database's queue before the
 * first of their refusals is known. The others wait, but not for long.
 */
const NEWCOMERS: Limit = { limit: 'newcomers', name: 'newcomers', unanswered: 128 }
const NEWCOMERS_AT_ONCE = 3
const NEWCOMERS_WAIT_MS = 500

/** They describe the server or the admission, and not the order. */
const NOT_CHARGED: ReadonlySet<ErrorCode> = new Set([
  ...MONEY_STOPPED,
  'unavailable',
  'rate_limited',
  // It is late because of the network or of this server, and those who make it late remain newcomers.
  'too_late',
  'order_undone',
])

/** Refusals that hold for all products and for every larger stake. */
const OF_ALL_PRODUCTS: ReadonlySet<ErrorCode> = new Set([
  'available_too_low',
  'own_stake_limit',
  'own_loss_limit',
  'own_positions_limit',
  'trading_paused',
  'device_paused',
])
/** Refusals that hold for one product and for every larger stake. */
const OF_ONE_PRODUCT: ReadonlySet<ErrorCode> = new Set(['too_many_positions', 'open_stake_limit'])

interface Remembered extends Pick<AskedOrder, 'stake'> {
  /** Null: all products. */
  symbol: string | null
  until: number
}

const ownLimits = (caller: OrderCaller): Limit[] =>
  caller.guest ? [userLimit(caller), addressLimit(caller)] : [userLimit(caller)]

/** Decides which orders are taken in. */
export class Admission {
  readonly #factor: number
  readonly #now: () => number
  readonly #debts: Debts
  readonly #unanswered = new Map<string, number>()
  readonly #lastRefusals = new Map<bigint, Remembered>()
  /** Users whose last order was accepted. */
  readonly #accepted = new Set<bigint>()
  readonly #newcomers: RunFairly
  readonly #clock: AdmissionOptions['clock']
  readonly #refused: Counter<'limit'>

  constructor({ rateFactor, metrics, clock, now = () => performance.now() }: AdmissionOptions) {
    this.#factor = rateFactor
    this.#now = now
    this.#clock = clock
    const atOnce = NEWCOMERS_AT_ONCE * rateFactor
    const waiting = NEWCOMERS.unanswered * rateFactor
    this.#newcomers = fairQueue({
      atOnce,
      atOnceOfCaller: atOnce,
      waiting,
      waitingOfCaller: waiting,
      waitMs: NEWCOMERS_WAIT_MS,
    })
    this.#debts = new Debts(rateFactor)
    this.#refused = new Counter({
      name: 'fairtick_orders_not_taken_in_total',
      help: 'Orders that were refused from memory, by the limit that they met',
      labelNames: ['limit'],
      registers: [metrics],
    })
  }

  /** Throws `rate_limited` if no order of this caller would be taken in now. Call this before reading the body. */
  check(caller: OrderCaller): void {
    this.#limitsOf(caller)
  }

  /** Runs `work` for an order and charges its refusal. Throws `rate_limited` if the order is not taken in. */
  async admit<T>(caller: OrderCaller, order: AskedOrder, work: () => Promise<T>): Promise<T> {
    const limits = this.#limitsOf(caller)
    this.#checkRemembered(caller, order)
    const arrivedAt = this.#clock.now() - caller.waitedMs
    const cameLate = order.signed !== undefined && arrivedAt >= order.signed.startsAt
    for (const { name } of limits) this.#count(name, 1)
    try {
      const done = await (limits.includes(NEWCOMERS) ? this.#inTurn(caller, work) : work())
      this.#trust(caller)
      return done
    } catch (error) {
      if (error instanceof Rejected && !NOT_CHARGED.has(error.code)) {
        this.#accepted.delete(caller.userId)
        this.#charge(caller)
        this.#remember(caller, error.code, order)
      } else if (cameLate) this.#accepted.delete(caller.userId)
      throw error
    } finally {
      for (const { name } of limits) this.#count(name, -1)
    }
  }

  /** Forgets the last refusals of users whose state has changed. */
  hear(events: readonly Pick<OutboxEvent, 'userId'>[]): void {
    for (const { userId } of events) this.#lastRefusals.delete(userId)
  }

  /** The limits that an order of this caller counts in. Throws if one of them is reached. */
  #limitsOf(caller: OrderCaller): readonly Limit[] {
    const now = this.#now()
    const own = ownLimits(caller)
    const isDebtor = own.some(({ name }) => this.#debts.has(name, now))
    const isKnown = this.#accepted.has(caller.userId) && !this.#unanswered.has(nameOf(caller))
    const limits = [
      ...own,
      ...(caller.guest ? [GUESTS] : []),
      ...(isDebtor ? [DEBTORS] : isKnown ? [] : [NEWCOMERS]),
    ]
    for (const { limit, name, unanswered, credit } of limits) {
      const taken = this.#unanswered.get(name) ?? 0
      if (taken >= unanswered * this.#factor) this.#refuse(limit, COME_AGAIN_MS)
      // Guests without a debt are not refused for those of others.
      if (credit === undefined || !isDebtor) continue
      const waitMs = this.#debts.waitMs(name, credit, now)
      if (waitMs > 0) this.#refuse(limit, waitMs)
    }
    return limits
  }

  /** Runs `work` when few enough orders of newcomers are under way. */
  async #inTurn<T>(caller: OrderCaller, work: () => Promise<T>): Promise<T> {
    let begun = false
    try {
      const name = caller.guest ? addressLimit(caller).name : nameOf(caller)
      return await this.#newcomers(name, () => {
        begun = true
        return work()
      })
    } catch (error) {
      if (begun) throw error
      return this.#refuse('newcomers', COME_AGAIN_MS)
    }
  }

  #checkRemembered({ userId }: OrderCaller, order: AskedOrder): void {
    const last = this.#lastRefusals.get(userId)
    if (last === undefined) return
    const waitMs = last.until - this.#now()
    const isSame = last.symbol === null || last.symbol === order.symbol
    if (waitMs > 0 && isSame && order.stake >= last.stake) this.#refuse('remembered', waitMs)
  }

  #refuse(limit: Limit['limit'] | 'remembered', waitMs: number): never {
    this.#refused.inc({ limit })
    throw new Rejected('rate_limited', { retryAfterMs: Math.ceil(waitMs) })
  }

  #count(name: string, by: 1 | -1): void {
    const count = (this.#unanswered.get(name) ?? 0) + by
    if (count > 0) this.#unanswered.set(name, count)
    else this.#unanswered.delete(name)
  }

  #trust({ userId }: OrderCaller): void {
    this.#accepted.delete(userId)
    this.#accepted.add(userId)
    const [oldest] = this.#accepted
    if (this.#accepted.size > ACCEPTED_MAX && oldest !== undefined) this.#accepted.delete(oldest)
  }

  #charge(caller: OrderCaller): void {
    const now = this.#now()
    for (const { name, credit } of [...ownLimits(caller), ...(caller.guest ? [GUESTS] : [])]) {
      if (credit !== undefined) this.#debts.charge(name, credit, now)
    }
  }

  #remember({ userId }: OrderCaller, code: ErrorCode, { symbol, stake }: AskedOrder): void {
    const now = this.#now()
    const until = now + REMEMBER_MS / this.#factor
    if (!OF_ALL_PRODUCTS.has(code) && !OF_ONE_PRODUCT.has(code)) return
    deleteEnded(this.#lastRefusals, ({ until }) => until <= now)
    const last = { symbol: OF_ALL_PRODUCTS.has(code) ? null : symbol, stake, until }
    this.#lastRefusals.set(userId, last)
  }
}
