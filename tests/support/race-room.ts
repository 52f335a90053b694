/** Where races are run: everybody waits at one gate inside their transaction, then all start at once. */
import { type Database } from '#server/platform/database.ts'
import { rejectedFrom } from '#server/platform/sql-errors.ts'
import { addUser, grant } from '#support/ledger-room.ts'

const GATE = 1

export interface Room {
  db: Database
  owner: Database
  /** As `db`, but every transaction waits at the gate before its first statement. */
  gated: Database
  /** Starts all, lets all come to the gate, opens it; results in order, refusals as their code. */
  race<T>(starts: readonly (() => Promise<T>)[]): Promise<(T | string)[]>
  user(cash?: bigint): Promise<bigint>
}

export const outcomeOf = <T>(run: Promise<T>): Promise<T | string> =>
  run.catch((error: unknown) => rejectedFrom(error)?.code ?? `unexpected: ${String(error)}`)

export function openRoom(db: Database, owner: Database): Room {
  let arrived = 0
  const gated: Database = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        arrived += 1
        await tx.query('select pg_advisory_xact_lock_shared($1)', [GATE])
        return work(tx)
      }),
  }
  const race: Room['race'] = (starts) =>
    owner
      .transaction(async (gate) => {
        await gate.query('select pg_advisory_xact_lock($1)', [GATE])
        arrived = 0
        const runs = starts.map((start) => outcomeOf(start()))
        // One more round trip after the last has sent its wish, so that it stands in the queue.
        while (arrived < starts.length) await gate.query('select 1')
        await gate.query('select 1')
        return { runs }
      })
      .then(({ runs }) => Promise.all(runs))
  const user: Room['user'] = async (cash = 0n) => {
    const id = await addUser(db)
    if (cash > 0n) await grant(db, id, cash)
    return id
  }
  return { db, owner, gated, race, user }
}

export const times = <T>(n: number, make: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => make(i))

/** Undefined: as it must be. Otherwise what was seen. */
export type Round = (room: Room, n: number, random: () => number) => Promise<string | undefined>

/** One did it, and all others were answered so. */
export const exactlyOne = (results: readonly unknown[], others: unknown): string | undefined => {
  const won = results.filter((it) => typeof it === 'bigint')
  const rest = results.filter((it) => typeof it !== 'bigint' && it !== others)
  return won.length === 1 && rest.length === 0 ? undefined : `saw ${results.join(' ')}`
}
