/** Knows what a server asks its database for, so that tests wait for the server's work and for no time. */
import type { Database, RoleName } from '#server/platform/db/database.ts'
import type { Pools } from '#server/platform/db/pools.ts'

/** Between two statements of one piece of work pass a few turns of the event loop. */
const QUIET_TURNS = 4
const nextTurn = (): Promise<void> => new Promise((done) => void setImmediate(done))

export class DatabaseWatch {
  readonly #running = new Set<Promise<unknown>>()
  #begun = 0

  /** The same database, whose statements and transactions are watched. */
  of<Role extends RoleName>(db: Database<Role>): Database<Role> {
    return {
      ...db,
      query: (sql, params) => this.#watch(db.query(sql, params)),
      transaction: (work) => this.#watch(db.transaction(work)),
      snapshot: (work) => this.#watch(db.snapshot(work)),
    }
  }

  pools({ market, settlement, credentials, auditor, orders, app }: Pools): Pools {
    return {
      market: this.of(market),
      settlement: this.of(settlement),
      credentials: this.of(credentials),
      auditor: this.of(auditor),
      orders: this.of(orders),
      app: this.of(app),
    }
  }

  /** Resolves when nothing is under way, and nothing began for a few turns of the event loop. */
  async idle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < QUIET_TURNS; ) {
      const begun = this.#begun
      await Promise.allSettled(this.#running)
      await nextTurn()
      quietTurns = this.#begun === begun ? quietTurns + 1 : 0
    }
  }

  async #watch<T>(work: Promise<T>): Promise<T> {
    this.#begun += 1
    this.#running.add(work)
    try {
      return await work
    } finally {
      this.#running.delete(work)
    }
  }
}
