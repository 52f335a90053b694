/** The frame of every money command: key, mutex, work, answer, events in one transaction; then the sockets. */
import { beginCommand, storeAnswer } from '#server/ledger/ledger-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/hub.ts'
import type { CommandKey } from '#server/platform/route.ts'
import { rejectedFrom } from '#server/platform/sql-errors.ts'

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
export async function moneyCommand(
  db: Database,
  hub: Pick<SocketHub, 'deliver'>,
  command: CommandKey,
  work: (tx: Queryable) => Promise<CommandResult>,
): Promise<string> {
  try {
    const result = await db.transaction(async (tx): Promise<CommandResult> => {
      const stored = await beginCommand(tx, command)
      if (stored !== null) return { reply: stored, events: [] }
      const made = await work(tx)
      await storeAnswer(tx, command, made.reply)
      return made
    })
    if (result.events.length > 0) hub.deliver(result.events)
    return result.reply
  } catch (error) {
    throw rejectedFrom(error) ?? error
  }
}
