/** The identity of a database: its epoch, which is created with it and never changes. */
import type { Queryable } from '#server/platform/db/database.ts'

/** Reads the epoch of the database. */
export async function selectEpoch(db: Queryable): Promise<string> {
  const [row] = await db.query<{ epoch: string }>('select epoch from instance')
  if (row === undefined) throw new Error('the instance row is missing')
  return row.epoch
}
