/**
 * The seeds of the simulated feed while the server runs: promises coming hours, gets their rounds, closes hours whose
 * seed cannot be had, and publishes the seeds of those that are over.
 */
import type { SeedEpoch } from '#contract/tick-log.ts'
import { timeOfRound } from '#rules/beacon.ts'
import { SEED_HOUR_MS, seedOfHour } from '#rules/seed-chain.ts'
import { type BeaconChoice, createRounds, type Rounds } from '#server/market/feeds/rounds.ts'
import { SeedPromises } from '#server/market/feeds/seed-promises.ts'
import { commitmentOf, seedOf } from '#server/market/feeds/seeds.ts'
import { sha256 } from '#server/market/product-log.ts'
import {
  closeForRound,
  readClosedFrom,
  readEpoch,
  readUnrevealed,
  revealSeed,
  storeRound,
} from '#server/market/seed-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** From this long before an hour, the server asks for its round. */
const ASK_BEFORE_MS = 30_000

export interface SeededEpoch {
  startsAt: number
  endsAt: number
  /** Null if the hour stays closed. */
  seed: string | null
}

/** How an operator sets up the seeds. */
export interface SeedOptions {
  /** Null: no randomness but the server's own. */
  beacon?: BeaconChoice | null
  /** Permits to give up a lost chain in public, and says why. */
  breakReason?: string | null
  /** The length of new hash chains, for tests. */
  hours?: number
}

export interface SeedParts extends SeedOptions {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
  master: string
}

/** The seeds of the simulated feed. */
export class SeedKeeper {
  readonly #parts: SeedParts
  readonly #promises: SeedPromises
  readonly #rounds: Rounds | null
  readonly #closed = new Set<number>()
  readonly #listeners = new Set<() => void>()
  #last: Promise<unknown> = Promise.resolve()
  #hasEntered = false
  #isAsking = false

  constructor(parts: SeedParts) {
    this.#parts = parts
    const { beacon = null } = parts
    this.#rounds = beacon === null ? null : createRounds(beacon)
    this.#promises = new SeedPromises({ ...parts, beacon: beacon?.info ?? null })
  }

  /** Epochs that stay closed, from the current one on. */
  get closed(): ReadonlySet<number> {
    return this.#closed
  }

  /** Called when an hour was closed. */
  onClosed(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Reads what is promised. Throws `StartRefused` if that was under another master seed. */
  async open(): Promise<void> {
    const { breakReason = null, db, clock, log } = this.#parts
    const isOurs = await this.#promises.load()
    if (!isOurs && breakReason === null) {
      throw new StartRefused(
        'The master seed in the data folder is not the one whose chain and commitments this database ' +
          'published. Restore the file master-seed. If it is lost, --break-seeds "why" gives the promised ' +
          'hours up in public: they stay closed.',
      )
    }
    if (!isOurs && breakReason !== null) {
      await this.#promises.break(breakReason)
      log.warn({ reason: breakReason }, 'the chain of seeds was broken in public')
    } else if (breakReason !== null) {
      log.warn('nothing to break: the master seed is the promised one; remove --break-seeds')
    }
    for (const epoch of await readClosedFrom(db, clock.now())) this.#closed.add(epoch)
  }

  /** The current epoch, to be played. */
  async enter(): Promise<SeededEpoch> {
    const epoch = await this.epochAt(this.#parts.clock.now())
    this.#hasEntered = true
    return epoch
  }

  /** The epoch that contains `timeMs`. Promises the current one now if it was not promised. */
  async epochAt(timeMs: number): Promise<SeededEpoch> {
    const { db } = this.#parts
    const number = Math.floor(timeMs / SEED_HOUR_MS)
    await this.#inTurn(() => this.#promises.promise())
    let epoch = await readEpoch(db, number)
    if (epoch !== null && isAwaited(epoch)) {
      await this.#settleRound(epoch)
      epoch = await readEpoch(db, number)
    }
    const endsAt = (number + 1) * SEED_HOUR_MS
    // An hour of which less than half a second was left has no promise, and no prices.
    if (epoch === null) return { startsAt: timeMs, endsAt, seed: null }
    const seed = epoch.closed === null ? this.#seedOf(epoch) : null
    if (seed === null) this.#closed.add(number)
    return { startsAt: epoch.startsAt, endsAt: epoch.endsAt, seed }
  }

  /** Promises coming epochs and publishes the seeds of ended ones. */
  async tend(): Promise<void> {
    await this.#inTurn(() => this.#promises.promise())
    await this.#inTurn(() => this.#reveal())
  }

  /** Gets the round of the next hour, once it is public. Call it every few seconds. */
  async gather(): Promise<void> {
    const { clock, db } = this.#parts
    const now = clock.now()
    const next = Math.floor(now / SEED_HOUR_MS) + 1
    if (this.#rounds === null || this.#isAsking) return
    if (next * SEED_HOUR_MS - now > ASK_BEFORE_MS) return
    this.#isAsking = true
    try {
      const epoch = await readEpoch(db, next)
      if (epoch !== null && isAwaited(epoch)) await this.#getRound(epoch)
    } finally {
      this.#isAsking = false
    }
  }

  /** Runs one after the other, because each reads what the one before wrote. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work)
    this.#last = run.catch(() => undefined)
    return run
  }

  async #getRound({ epoch, drand }: SeedEpoch): Promise<void> {
    const { clock, db, log } = this.#parts
    if (drand === null || this.#rounds?.info.hash !== drand.chainHash) return
    if (timeOfRound(this.#rounds.info, drand.round) > clock.now()) return
    try {
      await storeRound(db, epoch, await this.#rounds.get(drand.round))
    } catch (error) {
      log.warn({ err: error, round: drand.round }, 'the round of the hour could not be had')
    }
  }

  /** A server that was down when the hour started asks once. Otherwise the hour stays closed. */
  async #settleRound(epoch: SeedEpoch): Promise<void> {
    if (!this.#hasEntered) await this.#getRound(epoch)
    await closeForRound(this.#parts.db, epoch.epoch)
    const { closed } = (await readEpoch(this.#parts.db, epoch.epoch)) ?? {}
    if (closed === null) return
    this.#closed.add(epoch.epoch)
    this.#parts.log.warn({ epoch: epoch.epoch }, 'the hour stays closed: its round is missing')
    for (const listener of this.#listeners) listener()
  }

  async #reveal(): Promise<void> {
    const { clock, db } = this.#parts
    for (const ended of await readUnrevealed(db, clock.now())) {
      if (isAwaited(ended)) await closeForRound(db, ended.epoch)
      const isClosed = ended.closed !== null || isAwaited(ended)
      const link = ended.chain === null ? null : this.#linkOf(ended)
      await revealSeed(db, ended.epoch, { link, seed: isClosed ? null : this.#seedOf(ended) })
    }
  }

  #linkOf({ chain, epoch }: SeedEpoch): string {
    const link = chain === null ? null : this.#promises.link(chain, epoch)
    if (link === null) throw new Error(`the chain of epoch ${epoch} is lost`)
    return link
  }

  #seedOf(epoch: SeedEpoch): string {
    if (epoch.chain !== null) {
      return seedOfHour(sha256, this.#linkOf(epoch), epoch.drand?.randomness ?? null)
    }
    const seed = seedOf(this.#parts.master, String(epoch.epoch))
    if (commitmentOf(seed) === epoch.commitment) return seed
    throw new StartRefused(`The master seed is not the one that promised epoch ${epoch.epoch}.`)
  }
}

/** Whether the hour waits for its round. */
const isAwaited = ({ closed, drand }: SeedEpoch): boolean =>
  closed === null && drand !== null && drand.randomness === null
