/** What races share: a gate at which every transaction waits until all have come, users, orders and results. */
import type { Database, RoleName } from '#server/platform/db/database.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'
import type { TestDatabase } from '#support/postgres.ts'
import { addUser, grant, type PlannedOrder, placeRaw } from '#support/ledger-room.ts'

/** A Tuesday evening, after the fund's cut-off. */
export const T0 = 1_700_000_000_000
export const GOLD = 1
export const STAKE = 1_000n
const GATE = 1
/** Every so many rounds one intent comes in many copies through all connections, not through the gate. */
const CROWD_EVERY = 50
const CROWD = 200
const COPIES = 6

export interface RaceFixture {
  db: Database
  owner: TestDatabase['owner']
  /** As `db`, but every transaction waits at the gate before its first statement. */
  gated: Database
  /** The settlement's pool, whose transactions wait at the gate too. */
  settling: Database<'settlement'>
  /** Starts all, lets all come to the gate, opens it; results in order, refusals as their code. */
  race<T>(starts: readonly (() => Promise<T>)[]): Promise<(T | string)[]>
  user(cash?: bigint): Promise<bigint>
}

const outcomeOf = <T>(run: Promise<T>): Promise<T | string> =>
  run.catch((error: unknown) => rejectedFrom(error)?.code ?? `unexpected: ${String(error)}`)

export function raceFixture(
  db: Database,
  { owner, pools }: Pick<TestDatabase, 'owner' | 'pools'>,
): RaceFixture {
  let arrived = 0
  const behindGate = <Role extends RoleName>(pool: Database<Role>): Database<Role> => ({
    ...pool,
    transaction: (work) =>
      pool.transaction(async (tx) => {
        arrived += 1
        await tx.query('select pg_advisory_xact_lock_shared($1)', [GATE])
        return work(tx)
      }),
  })
  const race: RaceFixture['race'] = (starts) =>
    owner
      .transaction(async (gate) => {
        await gate.query('select pg_advisory_xact_lock($1)', [GATE])
        arrived = 0
        const runs = starts.map((start) => outcomeOf(start()))
        // One more round trip after the last request for the lock, so that it waits for the gate too.
        while (arrived < starts.length) await gate.query('select 1')
        await gate.query('select 1')
        return { runs }
      })
      .then(({ runs }) => Promise.all(runs))
  const user: RaceFixture['user'] = async (cash = 0n) => {
    const id = await addUser(db)
    if (cash > 0n) await grant(owner, id, cash)
    return id
  }
  return { db, owner, gated: behindGate(db), settling: behindGate(pools.settlement), race, user }
}

export const times = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i))

/** Runs one race; undefined when it went as it must, otherwise what was seen. */
export type Round = (
  fixture: RaceFixture,
  n: number,
  random: () => number,
) => Promise<string | undefined>

/** What is wrong unless one succeeded and all others got this answer. */
export const exactlyOne = (results: readonly unknown[], others: unknown): string | undefined => {
  const won = results.filter((result) => typeof result === 'bigint')
  const rest = results.filter((result) => typeof result !== 'bigint' && result !== others)
  return won.length === 1 && rest.length === 0 ? undefined : `saw ${results.join(' ')}`
}

/** A command's success as a number that `exactlyOne` counts. */
export const once = (run: () => Promise<unknown>) => () => run().then(() => 1n)

export const orderOf = (
  userId: bigint,
  key: string,
  more: Partial<PlannedOrder> = {},
): PlannedOrder => ({
  userId,
  productId: GOLD,
  key: key.padEnd(20, '0'),
  stake: STAKE,
  at: T0,
  ...more,
})
export const placing = (db: Database, order: PlannedOrder) => (): Promise<bigint | null> =>
  db.transaction((tx) => placeRaw(tx, order))

/** The answers to one intent sent in many copies. */
export const copies = <T>(
  fixture: RaceFixture,
  n: number,
  send: (db: Database) => () => Promise<T>,
): Promise<(T | string)[]> =>
  n % CROWD_EVERY === 0
    ? Promise.all(times(CROWD, () => outcomeOf(send(fixture.db)())))
    : fixture.race(times(COPIES, () => send(fixture.gated)))
