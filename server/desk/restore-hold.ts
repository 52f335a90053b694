/** The hold of all withdrawals after a restore, which two operators lift. */
import type { DeskState } from '#contract/desk-state.ts'
import { timeMs } from '#contract/scalars.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** The hold. Undefined if withdrawals go on. */
export async function selectRestoreHold(db: Queryable): Promise<DeskState['restoreHold']> {
  const [row] = await db.query<{ since: bigint; proposed_by: string | null }>(
    'select since, proposed_by from restore_holds where lifted_at is null',
  )
  if (row === undefined) return undefined
  return { since: timeMs.parse(Number(row.since)), proposedBy: row.proposed_by }
}

/** Proposes to lift the hold, or lifts it as the second operator. Throws `Rejected`. */
export async function liftRestoreHold(
  db: Database,
  { actor, atMs }: { actor: Actor; atMs: number },
): Promise<{ lifted: boolean }> {
  const [row] = await translated(
    db.query<{ lifted: boolean }>(
      'select lifted_at is not null as lifted from lift_restore_hold($1, $2, $3)',
      [actor.name, actor.secret, atMs],
    ),
  )
  return { lifted: row?.lifted === true }
}
