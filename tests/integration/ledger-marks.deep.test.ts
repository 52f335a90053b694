/**
 * The checks of a running server against the full view: every fault of the suite is planted in rows that are new to the
 * marks, and in rows that the marks are past.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#server/ledger/ledger-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { openPlantRoom, PLANTS } from '#support/ledger-plants.ts'
import type { TestDatabase } from '#support/postgres.ts'
import { until } from '#support/until.ts'

/** What only a slice finds, because nothing that is new or open shows it. The next check finds everything else. */
const ONLY_IN_TURN = new Set([
  'an amount is altered',
  'a transfer moves another user’s money',
  'a balance after is altered',
  'an account is missing',
  'a mutex is missing',
  'a settlement’s transfer is missing',
  'a live order is paid out',
  'a win pays a cent more',
  'a final order has no settlement',
  'status and settlement differ',
  'a settlement repeats another stake than the order’s',
  'practice money comes from the trading house',
  'practice money names no day',
  'a transfer of an unknown kind',
  'the exit’s price is altered in the log',
  'the entry tick is altered in the log',
  'another exit tick is recorded',
  'another reason is recorded',
  'a gap was passed over',
  'a halt was passed over',
  'a tick was stale',
  'an acceptance is kept out of the public log',
  'an order is entered that no record of the price log holds',
  'a jump was none',
  'practice money is given for another day than that of its moment',
  'practice money was given on a day that was over',
])

let database: TestDatabase
beforeAll(async () => {
  ;({ database } = await openPlantRoom())
})
afterAll(() => database.close())

class Undo extends Error {}
/** Runs the work in a snapshot, which is then undone. */
async function undone(work: (tx: Queryable<never>) => Promise<void>): Promise<void> {
  const done = database.owner.transaction(async (tx) => {
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
type Slice = 'null' | 'whole_slice()'
/** What a check finds with this slice. */
const checked = (tx: Queryable, slice: Slice): Promise<Found[]> =>
  tx.query<Found>(
    `select invariant, scope, subject, detail from users_to_check(${slice}) u
      cross join lateral faults_to_check(${slice}, u.changed, u.whole) order by 1, 2, 3, 4`,
  )
const viewed = (tx: Queryable): Promise<Found[]> =>
  tx.query<Found>(
    'select distinct invariant, scope, subject, detail from ledger_faults order by 1, 2, 3, 4',
  )
const subjects = (found: readonly Found[]): string[] =>
  found.map(({ scope, subject }) => `${scope} ${subject}`)

it.each(PLANTS)('%s: %s, in new rows', async (_name, _what, plant) => {
  await undone(async (tx) => {
    await tx.query(plant())
    expect(await checked(tx, 'null')).toEqual(await viewed(tx))
  })
})

describe('past the marks', () => {
  // A mark waits for every transaction of the database server that began before, also those of other tests.
  beforeAll(() =>
    until('the marks', async () => {
      const { count } = await checkLedger(database.pools.auditor, { slice: null, limit: 20 })
      expect(count).toBe(0)
      const behind = await database.owner.query(
        `select from ledger_marks where checked < (case part
          when 'orders' then (select max(id) from orders)
          when 'transfers' then (select max(id) from transfers)
          when 'users' then (select max(id) from users)
          else 0 end)`,
      )
      return behind.length === 0
    }),
  )

  it.each(PLANTS)('%s: %s, in old rows', async (_name, what, plant) => {
    await undone(async (tx) => {
      await tx.query(plant())
      const all = await viewed(tx)
      const atOnce = await checked(tx, 'null')
      expect(atOnce.length === 0).toBe(ONLY_IN_TURN.has(what))
      expect(subjects(all)).toEqual(expect.arrayContaining(subjects(atOnce)))
      expect(await checked(tx, 'whole_slice()')).toEqual(all)
    })
  })
})
