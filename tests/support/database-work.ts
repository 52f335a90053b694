/** What a database is doing, so that tests wait for its work and for no time. */
import type { Queryable } from '#server/platform/db/database.ts'
import { until } from '#support/until.ts'

/** Between two queries of one piece of work pass a few turns of the process, so one look without a query is too few. */
const QUIET_LOOKS = 5

/** Resolves when no role but the owner's asks this database for anything any more. */
export async function databaseIdle(owner: Queryable): Promise<void> {
  let newest = ''
  let quietLooks = 0
  await until('a database with nothing to do', async () => {
    const [row] = await owner.query<{ busy: boolean; newest: string }>(
      `select coalesce(bool_or(state <> 'idle'), false) as busy,
         coalesce(max(state_change)::text, '') as newest
       from pg_stat_activity
       where datname = current_database() and usename <> current_user`,
    )
    const isQuiet = row?.busy === false && row.newest === newest
    quietLooks = isQuiet ? quietLooks + 1 : 0
    newest = row?.newest ?? ''
    return quietLooks >= QUIET_LOOKS
  })
}

/** Whether a query waits for a lock. Ask outside of the transaction that has it: inside, the answer does not change. */
export async function waitsForLock(owner: Queryable): Promise<boolean> {
  const [row] = await owner.query<{ waiting: boolean }>(
    `select exists (select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock') as waiting`,
  )
  return row?.waiting === true
}
