/** The checks of a running server against the full view, with a fault that is planted and then undone. */
import { expect } from 'vitest'
import { checkLedger } from '#server/ledger/ledger-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { TestDatabase } from '#support/postgres.ts'
import { until } from '#support/until.ts'

class Undo extends Error {}
/** Runs the work in a snapshot, which is then undone. */
async function undone(
  { owner }: TestDatabase,
  work: (tx: Queryable<never>) => Promise<void>,
): Promise<void> {
  const done = owner.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    await tx.query('set local session_replication_role = replica')
    await work(tx)
    throw new Undo()
  })
  await expect(done).rejects.toThrow(Undo)
}

interface Found {
  invariant: string
  scope: string
  subject: bigint | null
  detail: string
}
/** What a check finds with this slice. */
const checked = (tx: Queryable, slice: 'null' | 'whole_slice()'): Promise<Found[]> =>
  tx.query<Found>(
    `select invariant, scope, subject, detail from users_to_check(${slice}) u
      cross join lateral faults_to_check(${slice}, u.changed, u.funds, u.whole) order by 1, 2, 3, 4`,
  )
const viewed = (tx: Queryable): Promise<Found[]> =>
  tx.query<Found>(
    'select distinct invariant, scope, subject, detail from ledger_faults order by 1, 2, 3, 4',
  )
const subjects = (found: readonly Found[]): string[] =>
  found.map(({ scope, subject }) => `${scope} ${subject}`)

/** Expects that the next check finds the fault, which is in rows that are new to the marks. */
export const expectAtOnce = (database: TestDatabase, plant: string): Promise<void> =>
  undone(database, async (tx) => {
    await tx.query(plant)
    expect(await checked(tx, 'null')).toEqual(await viewed(tx))
  })

/** Expects that the fault is found with the slice of everything, and whether the next check finds it. */
export const expectInTurn = (
  database: TestDatabase,
  plant: string,
  { isAtOnce }: { isAtOnce: boolean },
): Promise<void> =>
  undone(database, async (tx) => {
    await tx.query(plant)
    const all = await viewed(tx)
    const atOnce = await checked(tx, 'null')
    expect(atOnce.length > 0).toBe(isAtOnce)
    expect(subjects(all)).toEqual(expect.arrayContaining(subjects(atOnce)))
    expect(await checked(tx, 'whole_slice()')).toEqual(all)
  })

/** Checks until the marks are at the newest rows. They wait for older transactions, also for those of other tests. */
export const passMarks = (database: TestDatabase): Promise<unknown> =>
  until('the marks', async () => {
    const { count } = await checkLedger(database.pools.auditor, { slice: null, limit: 20 })
    expect(count).toBe(0)
    const behind = await database.owner.query(
      `select from ledger_marks where checked < (case part
        when 'orders' then (select max(id) from orders)
        when 'transfers' then (select max(id) from transfers)
        when 'users' then (select max(id) from users)
        when 'fund_lots' then (select max(id) from fund_lots)
        when 'fund_redemptions' then (select max(id) from fund_redemptions)
        when 'sessions' then (select max(id) from sessions)
        when 'password_changes' then (select max(id) from password_changes)
        else 0 end)`,
    )
    return behind.length === 0
  })
