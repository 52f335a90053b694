import { afterEach, expect, it } from 'vitest'
import {
  type FundFixture,
  fundFixture,
  fundVisit,
  lotIn,
  redemptionIn,
} from '#support/fund-fixture.ts'
import { fundTables } from '#support/fund-tables.ts'
import { faultsOf } from '#support/ledger-room.ts'
import { testDatabase } from '#support/postgres.ts'

const ownZone = process.env['TZ']
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = ownZone
})

/** All that the user sees and the tables have after a week of the fund. */
async function week(server: FundFixture): Promise<{ tables: string; seen: unknown[] }> {
  const visit = await fundVisit(server)
  const seen: unknown[] = []
  const look = async (): Promise<void> => {
    const { version: _, ...fund } = await visit.fund()
    const lists = ['lots', 'redemptions', 'accruals', 'statement', 'rates']
    const texts = lists.map((list) => visit.visitor.get(`/api/fund/${list}`))
    seen.push(fund, ...(await Promise.all(texts)).map(({ text }) => text))
  }
  lotIn(await visit.transferIn({ amount: '43210.98' }))
  await server.to('2024-03-27T23:30')
  lotIn(await visit.transferIn({ amount: '1234.56' }))
  await server.to('2024-03-28T11:00')
  redemptionIn(await visit.withdraw({ amount: '12.34', speed: 'instant' }))
  await look()
  await server.to('2024-03-31T01:30')
  redemptionIn(await visit.withdraw({ amount: '999.99', speed: 'next_day' }))
  await look()
  await server.to('2024-04-02T12:00')
  await look()
  await server.to('2024-04-03T00:00')
  await look()
  return { tables: await fundTables(server.db), seen }
}

/** With this process and its database in this zone. */
async function weekIn(zone: string) {
  process.env['TZ'] = zone
  const database = await testDatabase()
  await database.owner.query(`do $$ begin
    execute format('alter database %I set timezone = %L', current_database(), '${zone}');
    execute format('alter database %I set datestyle = %L', current_database(), 'German, DMY');
  end $$`)
  // The Sunday on which Berlin's clocks go forward is in this week, and Easter follows it.
  const server = await fundFixture('2024-03-27T11:30', { database })
  const left = await week(server)
  const [set] = await server.db.query<{ TimeZone: string }>('show timezone')
  const zones = [Intl.DateTimeFormat().resolvedOptions().timeZone, set?.TimeZone]
  const localDay = new Date(server.clock.now()).getDate()
  expect(await faultsOf(server.owner)).toEqual([])
  await server.close()
  await database.close()
  return { zones, localDay, left }
}

it('a week of the fund leaves the same in every zone of the server and its database', async () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu']
  const weeks = []
  for (const zone of zones) weeks.push(await weekIn(zone))
  // The zones were in force: the last moment, a midnight in UTC, is on another day there.
  expect(weeks.map((each) => each.zones)).toEqual(zones.map((zone) => [zone, zone]))
  expect(weeks.map(({ localDay }) => localDay)).toEqual([3, 3, 2])
  const [first, ...others] = weeks.map(({ left }) => left)
  expect(first?.tables.split('\n').length).toBeGreaterThan(30)
  for (const other of others) expect(other).toEqual(first)
})
