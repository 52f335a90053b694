/** What names a database: its epoch, made with it and never changed. */
import type { Queryable } from '#server/platform/db/database.ts'

export async function selectEpoch(db: Queryable): Promise<string> {
  const [row] = await db.query<{ epoch: string }>('select epoch from instance')
  if (row === undefined) throw new Error('the instance row is missing')
  return row.epoch
}
