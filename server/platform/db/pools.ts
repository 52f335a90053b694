/** The pools of the running server: one per role, each with its own log-in, and one for orders alone. */
import {
  CONNECT_TIMEOUT_MS,
  type Database,
  type OpenDatabase,
  openDatabase,
  type RoleName,
} from '#server/platform/db/database.ts'

/** The connection URL of each role. */
export type RoleUrls = Readonly<Record<RoleName, string>>

export interface Pools {
  /** Appends ticks, checkpoints, candles and seeds. It reads nothing about users. */
  readonly market: Database<'market'>
  /** Enters, settles and undoes orders. */
  readonly settlement: Database<'settlement'>
  /** Compares and changes passwords. Nothing else reads a password's hash. */
  readonly credentials: Database<'credentials'>
  /** Verifies signatures and proofs once more, and stops what does not verify. Nothing else uses it. */
  readonly auditor: Database<'auditor'>
  /** What orders wait for: their sessions are read, and they are taken in. Other requests hold none of these. */
  readonly orders: Database
  /** Everything else, and all other requests of users. */
  readonly app: Database
}
/** Pools that their owner closes. */
export interface OpenPools extends Pools {
  /** The start is over: from now on, a query waits for a connection as long as a request may. */
  started(connectMs?: number): void
  close(): Promise<void>
}

/**
 * The most connections of each pool. The market writes one batch of ticks, candles and a checkpoint at a time, and the
 * settlement four chunks; neither waits for a connection that a request holds. Three log-ins are under way at once
 * (password-hasher.ts). The auditor checks the ledger, verifies what was signed, and takes in what a device presents.
 * Orders are stored by one statement at a time. Five of those that may be refused are under way at once
 * (admission.ts), and three sessions are looked up.
 */
const CONNECTIONS = {
  market: 4,
  settlement: 5,
  credentials: 3,
  auditor: 3,
  orders: 8,
  app: 10,
} as const

/**
 * Creates the pools. `onLost`: a connection is lost outside a query. `connectMs`: until `started` is called. `epoch`:
 * of the lease, after whose loss the market's writes are refused.
 */
export function openPools(
  urls: RoleUrls,
  onLost: (error: Error) => void,
  {
    connectMs = CONNECT_TIMEOUT_MS,
    epoch = null,
  }: { connectMs?: number; epoch?: number | null } = {},
): OpenPools {
  const open = <Role extends RoleName>(role: Role, pool: keyof Pools): OpenDatabase<Role> => {
    const connections = CONNECTIONS[pool]
    const kept = pool === 'app' ? 0 : pool === 'auditor' ? 1 : connections
    return openDatabase<Role>(urls[role], {
      connections,
      kept,
      onLost,
      connectMs,
      epoch: pool === 'market' ? epoch : null,
    })
  }
  const pools = {
    market: open('market', 'market'),
    settlement: open('settlement', 'settlement'),
    credentials: open('credentials', 'credentials'),
    auditor: open('auditor', 'auditor'),
    orders: open('app', 'orders'),
    app: open('app', 'app'),
  }
  const all: Pick<OpenDatabase<never>, 'waitAtMost' | 'close'>[] = Object.values(pools)
  return {
    ...pools,
    started: (requestMs = CONNECT_TIMEOUT_MS) => {
      for (const pool of all) pool.waitAtMost(requestMs)
    },
    close: async () => {
      await Promise.all(all.map((pool) => pool.close()))
    },
  }
}
