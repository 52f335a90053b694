/** The frame of every change of what a user or the house has: the mutex, the work, the commit; then the sockets. */
import { beginCommand, lockUser, storeAnswer } from '#server/ledger/ledger-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/hub.ts'
import type { CommandKey } from '#server/platform/route.ts'
import { rejectedFrom } from '#server/platform/sql-errors.ts'

export interface ChangeParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
}

export interface Changed<T> {
  value: T
  /** Written to the outbox in the same transaction. */
  events: readonly OutboxEvent[]
  /** Tells everybody of it, after the commit. */
  told?: () => void
}

/** What the SQL functions refuse is thrown as `Rejected`. */
async function commit<T>(
  { db, hub }: ChangeParts,
  work: (tx: Queryable) => Promise<Changed<T>>,
): Promise<T> {
  try {
    const { value, events, told } = await db.transaction(work)
    if (events.length > 0) hub.deliver(events)
    told?.()
    return value
  } catch (error) {
    throw rejectedFrom(error) ?? error
  }
}

/** `work` holds the user's mutex. A user has one for ever: who is not there is an error, not a refusal. */
export const changeUser = <T>(
  parts: ChangeParts,
  userId: bigint,
  work: (tx: Queryable) => Promise<Changed<T>>,
): Promise<T> =>
  commit(parts, async (tx) => {
    await lockUser(tx, userId)
    return work(tx)
  })

const house = new WeakMap<Database, Promise<unknown>>()
/** What belongs to no user: one change after the other, so that all are told in the order in which they were made. */
export function changeHouse<T>(
  parts: ChangeParts,
  work: (tx: Queryable) => Promise<Changed<T>>,
): Promise<T> {
  const mine = (house.get(parts.db) ?? Promise.resolve()).then(() => commit(parts, work))
  house.set(
    parts.db,
    mine.catch(() => undefined),
  )
  return mine
}

export interface CommandResult {
  /** The answer's JSON, stored for the key. */
  reply: string
  events: readonly OutboxEvent[]
}

/**
 * Returns the answer's JSON; the same key and body get the stored bytes again and `work` does not run. A refusal is
 * thrown as `Rejected` and stores nothing, so the key may be tried again. An error without a code may come after the
 * commit: ask again with the same key.
 */
export const moneyCommand = (
  parts: ChangeParts,
  command: CommandKey,
  work: (tx: Queryable) => Promise<CommandResult>,
): Promise<string> =>
  commit(parts, async (tx) => {
    const stored = await beginCommand(tx, command)
    if (stored !== null) return { value: stored, events: [] }
    const { reply, events } = await work(tx)
    await storeAnswer(tx, command, reply)
    return { value: reply, events }
  })
