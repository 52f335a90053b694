import { afterAll, beforeAll, expect, it } from 'vitest'
import { FUND_PLANTS, openFundPlantRoom } from '#support/fund-plants.ts'
import { faultsOf } from '#support/ledger-room.ts'
import type { TestDatabase } from '#support/postgres.ts'

let database: TestDatabase
let user: bigint
beforeAll(async () => {
  ;({ database, user } = await openFundPlantRoom())
})
afterAll(() => database.close())

class Undo extends Error {}
/** What the view says with the fault in place, which is then undone. */
async function planted(plant: string): Promise<string[]> {
  const found: string[] = []
  const work = database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(plant)
    found.push(...(await faultsOf(tx)).map(({ invariant }) => invariant))
    throw new Undo()
  })
  await expect(work).rejects.toBeInstanceOf(Undo)
  return [...new Set(found)]
}

it('finds nothing while all is well, and the week has everything that is looked at', async () => {
  expect(await faultsOf(database.db)).toEqual([])
  const statuses = await database.db.query(
    `select kind, status from fund_lots where user_id = $1 group by 1, 2 order by 1, 2`,
    [user],
  )
  expect(statuses).toEqual([
    { kind: 'income', status: 'confirmed' },
    { kind: 'transfer', status: 'cancelled' },
    { kind: 'transfer', status: 'confirmed' },
    { kind: 'transfer', status: 'pending' },
    { kind: 'transfer', status: 'redeemed' },
  ])
})

it.each(FUND_PLANTS)('%s: finds that %s', async (invariant, _what, plant) => {
  expect(await planted(plant())).toContain(invariant)
})

it('has a plant for each invariant of the fund', async () => {
  const [view] = await database.owner.query<{ sql: string }>(
    `select pg_get_viewdef('fund_rate_faults') || prosrc as sql from pg_proc where proname = 'fund_faults_of'`,
  )
  const names = [...(view?.sql ?? '').matchAll(/select '(fund_\w+)'/gi)].map((m) => m[1])
  const planted = FUND_PLANTS.map(([invariant]) => invariant).filter((name) =>
    name.startsWith('fund_'),
  )
  expect(new Set(planted)).toEqual(new Set(names))
})
