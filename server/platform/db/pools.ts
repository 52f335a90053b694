/** The pools of the running server: one per role, each with its own log-in. */
import { type Database, openDatabase, type RoleName } from '#server/platform/db/database.ts'

/** The connection URL of each role. */
export type RoleUrls = Readonly<Record<RoleName, string>>

/** One pool per role. */
export interface Pools {
  /** Appends ticks, checkpoints, candles and seeds. It reads nothing about users. */
  readonly market: Database<'market'>
  /** Enters, settles and undoes orders. */
  readonly settlement: Database<'settlement'>
  /** Everything else, and all requests of users. */
  readonly app: Database
}
/** Pools that their owner closes. */
export interface OpenPools extends Pools {
  close(): Promise<void>
}

/**
 * The most connections of each role. The market writes one batch of ticks, candles and a checkpoint at a time, and the
 * settlement four chunks; neither waits for a connection that a request holds.
 */
const CONNECTIONS: Readonly<Record<RoleName, number>> = { market: 4, settlement: 5, app: 10 }

/** Creates the pools. `onLost`: a connection is lost outside a query. */
export function openPools(urls: RoleUrls, onLost: (error: Error) => void): OpenPools {
  const open = <Role extends RoleName>(role: Role): Database<Role> =>
    openDatabase<Role>(urls[role], { connections: CONNECTIONS[role], onLost })
  const pools = { market: open('market'), settlement: open('settlement'), app: open('app') }
  return {
    ...pools,
    close: async () => {
      await Promise.all([pools.market.close(), pools.settlement.close(), pools.app.close()])
    },
  }
}
