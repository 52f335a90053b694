/** A real server lives through a week of the fund in the process's own zone; what its tables have goes to stdout. */
import { createHash } from 'node:crypto'
import { openDatabase } from '#server/platform/database.ts'
import { fundHouse, fundVisit, lotIn, redemptionIn } from '#support/fund-house.ts'
import { fundTables } from '#support/fund-tables.ts'

/** The owner's connection string of a fresh database. */
const url = process.argv[2] ?? ''
const [db, owner] = [openDatabase(url), openDatabase(url, { role: null })]
const database = { db, owner, url, close: async () => undefined }

// The Sunday on which Berlin's clocks go forward lies in it, and Easter after it.
const house = await fundHouse('2024-03-27T11:30', { database })
const visit = await fundVisit(house)
const shown: unknown[] = []
const show = async (): Promise<void> => {
  const { version: _, ...fund } = await visit.fund()
  const { visitor } = visit
  const lists = ['lots', 'redemptions', 'accruals', 'statement', 'rates']
  const texts = await Promise.all(lists.map((list) => visitor.get(`/api/fund/${list}`)))
  shown.push(fund, ...texts.map(({ text }) => text))
}
lotIn(await visit.transferIn({ amount: '43210.98' }))
await house.to('2024-03-27T23:30')
lotIn(await visit.transferIn({ amount: '1234.56' }))
await house.to('2024-03-28T11:00')
redemptionIn(await visit.withdraw({ amount: '12.34', speed: 'instant' }))
await show()
await house.to('2024-03-31T01:30')
redemptionIn(await visit.withdraw({ amount: '999.99', speed: 'next_day' }))
await show()
await house.to('2024-04-02T12:00')
await show()
await house.to('2024-04-03T00:00')
await show()

const tables = await fundTables(house.db)
const seen = JSON.stringify(shown, (_, it: unknown) => (typeof it === 'bigint' ? `${it}` : it))
const [set] = await house.db.query<{ TimeZone: string }>('show timezone')
const said = {
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  databaseZone: set?.TimeZone,
  local: new Date(house.clock.now()).getDate(),
  rows: tables.split('\n').length,
  digest: createHash('sha256').update(`${tables}\n${seen}`).digest('hex'),
}
await house.close()
await Promise.all([db.close(), owner.close()])
process.stdout.write(JSON.stringify(said))
