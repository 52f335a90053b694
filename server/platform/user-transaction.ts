/** The frame of every change of what a user or the house has: the mutex, the work, the commit; then the sockets. */
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'

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

/** What every act on a user's money or documents locks first, unless a money command did. */
export async function lockUser(tx: Queryable, userId: bigint): Promise<void> {
  const rows = await tx.query('select 1 from user_mutex where user_id = $1 for update', [userId])
  if (rows.length !== 1) throw new Error(`no user ${userId}`)
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

/** By the sockets that hear of it. */
const lastOfHouse = new WeakMap<object, Promise<unknown>>()
/** What belongs to no user: one change after the other, so that all are told in the order in which they were made. */
export function changeHouse<T>(
  parts: ChangeParts,
  work: (tx: Queryable) => Promise<Changed<T>>,
): Promise<T> {
  const mine = (lastOfHouse.get(parts.hub) ?? Promise.resolve()).then(() => commit(parts, work))
  lastOfHouse.set(
    parts.hub,
    mine.catch(() => undefined),
  )
  return mine
}

/** Null: newly claimed, and the user's mutex is held. Otherwise the stored answer's bytes. */
async function beginCommand(tx: Queryable, it: CommandKey): Promise<string | null> {
  const [row] = await tx.query<{ stored: string | null }>(
    'select begin_command($1, $2, $3, $4) as stored',
    [it.userId, it.operation, it.key, it.bodyHash],
  )
  return row?.stored ?? null
}

async function storeAnswer(tx: Queryable, it: CommandKey, answer: string): Promise<void> {
  const rows = await tx.query(
    `update idempotency set response = $4
      where user_id = $1 and operation = $2 and key = $3 and response is null returning 1`,
    [it.userId, it.operation, it.key, answer],
  )
  if (rows.length !== 1) throw new Error('the key to answer is not claimed')
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
