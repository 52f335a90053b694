/**
 * The transactions that change data of a user or of the platform: they lock, do the work, commit and then notify
 * sockets.
 */
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/socket/hub.ts'
import type { CommandKey } from '#server/platform/http/route.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'

export interface ChangeParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
}

/** The result of a change. */
export interface Changed<T> {
  value: T
  /** Events that the same transaction wrote to the outbox. */
  events: readonly OutboxEvent[]
  /** Publishes the change to other listeners, after the commit. */
  told?: () => void
}

/** Runs the work in a transaction. Refusals of the SQL functions are thrown as `Rejected`. */
async function commit<T>(
  { db, hub }: ChangeParts,
  work: (tx: Queryable<'app'>) => Promise<Changed<T>>,
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

/**
 * Locks a user's mutex. Every change of a user's money or documents takes it first, unless a money command has done so.
 * Throws for an unknown user.
 */
export async function lockUser(tx: Queryable, userId: bigint): Promise<void> {
  const rows = await tx.query('select 1 from user_mutex where user_id = $1 for update', [userId])
  if (rows.length !== 1) throw new Error(`no user ${userId}`)
}

/**
 * Runs `work` while it holds the user's mutex. Every user has a mutex, so an unknown user is an error, not a refusal.
 */
export const changeUser = <T>(
  parts: ChangeParts,
  userId: bigint,
  work: (tx: Queryable<'app'>) => Promise<Changed<T>>,
): Promise<T> =>
  commit(parts, async (tx) => {
    await lockUser(tx, userId)
    return work(tx)
  })

/** The last change of the platform's data, per hub. */
const lastOfHouse = new WeakMap<object, Promise<unknown>>()
/**
 * Changes data that belongs to no user. Changes run one after the other, so that they are published in the order of
 * their commits.
 */
export function changeHouse<T>(
  parts: ChangeParts,
  work: (tx: Queryable<'app'>) => Promise<Changed<T>>,
): Promise<T> {
  const mine = (lastOfHouse.get(parts.hub) ?? Promise.resolve()).then(() => commit(parts, work))
  lastOfHouse.set(
    parts.hub,
    mine.catch(() => undefined),
  )
  return mine
}

/** Claims a key. Null if the key was free and the user's mutex is held now. Otherwise the stored answer. */
async function beginCommand(tx: Queryable, command: CommandKey): Promise<string | null> {
  const [row] = await tx.query<{ stored: string | null }>(
    'select begin_command($1, $2, $3, $4) as stored',
    [command.userId, command.operation, command.key, command.bodyHash],
  )
  return row?.stored ?? null
}

async function storeAnswer(tx: Queryable, command: CommandKey, answer: string): Promise<void> {
  const { userId, operation, key } = command
  await tx.query('select answer_command($1, $2, $3, $4)', [userId, operation, key, answer])
}

/** The result of a money command. */
export interface CommandResult {
  /** The answer as JSON. It is stored under the key. */
  reply: string
  events: readonly OutboxEvent[]
}

/**
 * Runs a money command once and returns the answer's JSON. The same key and body get the stored bytes again, and `work`
 * does not run. A refusal is thrown as `Rejected` and stores nothing, so the key may be used again. An error without a
 * code may occur after the commit: repeat the command with the same key.
 */
export const moneyCommand = (
  parts: ChangeParts,
  command: CommandKey,
  work: (tx: Queryable<'app'>) => Promise<CommandResult>,
): Promise<string> =>
  commit(parts, async (tx) => {
    const stored = await beginCommand(tx, command)
    if (stored !== null) return { value: stored, events: [] }
    const { reply, events } = await work(tx)
    await storeAnswer(tx, command, reply)
    return { value: reply, events }
  })
