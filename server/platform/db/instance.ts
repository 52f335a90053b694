/** What tells a database from others, and from what it was before a restore. */
import type { Queryable } from '#server/platform/db/database.ts'

async function selectInstance(db: Queryable): Promise<{ id: string; epoch: string }> {
  const [row] = await db.query<{ id: string; epoch: string }>('select id, epoch from instance')
  if (row === undefined) throw new Error('the instance row is missing')
  return row
}

/** The id of the database, which is created with it and never changes. */
export const selectInstanceId = async (db: Queryable): Promise<string> =>
  (await selectInstance(db)).id

/** The epoch of all durable topics. It changes with a restore, after which pages read every topic from its start. */
export const selectEpoch = async (db: Queryable): Promise<string> =>
  (await selectInstance(db)).epoch
