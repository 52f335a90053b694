import { afterEach, describe, expect, it } from 'vitest'
import { addDays } from '#rules/business-day.ts'
import { askBack, type DaysRoom, daysRoom, FIRST_DAY } from '#support/fund-days-room.ts'
import {
  type FundFixture,
  fundFixture,
  fundVisit,
  lotIn,
  redemptionIn,
} from '#support/fund-fixture.ts'
import { fundTables } from '#support/fund-tables.ts'
import { faultsOf } from '#support/ledger-room.ts'

const rooms: DaysRoom[] = []
const houses: FundFixture[] = []
async function room(users?: number): Promise<DaysRoom> {
  const made = await daysRoom(users)
  rooms.push(made)
  return made
}
async function house(start: string): Promise<FundFixture> {
  const made = await fundFixture(start)
  houses.push(made)
  return made
}
afterEach(async () => {
  for (const { owner, close } of rooms.splice(0)) {
    expect(await faultsOf(owner)).toEqual([])
    await close()
  }
  for (const fixture of houses.splice(0)) {
    expect(await faultsOf(fixture.owner)).toEqual([])
    await fixture.close()
  }
})

/** The same story up to a Friday on which all withdrawals are over; `days` are those on which the job runs. */
async function lived(days: readonly string[]): Promise<string> {
  const its = await room()
  const job = its.job()
  job.start()
  for (const day of days) {
    its.to(day)
    await job.run()
    await job.run()
    if (day === addDays(FIRST_DAY, 3)) await askBack(its, day)
  }
  await job.stop()
  expect(its.cries).toEqual([])
  return fundTables(its.db)
}

describe('the days of the fund', () => {
  const daily = Array.from({ length: 8 }, (_, i) => addDays(FIRST_DAY, i + 1))

  it('are the same after a week of daily runs and after days on which nobody ran', async () => {
    const everyDay = await lived(daily)
    expect(everyDay).toContain('"kind":"income"')
    expect(everyDay).toContain('"status":"paid"')
    // Three days missed before the withdrawals, and four after them.
    expect(await lived([3, 8].map((n) => addDays(FIRST_DAY, n)))).toBe(everyDay)
    expect(await lived([1, 3, 6, 7, 8].map((n) => addDays(FIRST_DAY, n)))).toBe(everyDay)
  })

  it('begin once when three servers begin them at the same time', async () => {
    const its = await room(12)
    const jobs = [its.job(), its.job(), its.job()]
    for (const job of jobs) job.start()
    for (const day of daily.slice(0, 4)) {
      its.to(day)
      await Promise.all(jobs.map((job) => job.run()))
    }
    const after = await fundTables(its.db)
    await Promise.all(jobs.map((job) => job.run()))
    expect(await fundTables(its.db)).toBe(after)
    for (const job of jobs) await job.stop()
    expect(its.cries).toEqual([])
    const alone = await room(12)
    const job = alone.job()
    job.start()
    for (const day of daily.slice(0, 4)) {
      alone.to(day)
      await job.run()
    }
    await job.stop()
    expect(after).toBe(await fundTables(alone.db))
  })

  it('begin for many users in pages, whatever stands in one user’s way', async () => {
    const its = await room(250)
    const [victim] = its.users
    await its.owner.query(`
      create function stumble() returns trigger language plpgsql as
        $$ begin raise exception 'a stone'; end $$;
      create trigger stone before update on fund_lots for each row
        when (new.user_id = ${victim}) execute function stumble()`)
    const job = its.job()
    job.start()
    its.to(addDays(FIRST_DAY, 1))
    await job.run()
    const behind = 'select user_id from fund_accounts where opened_through < $1'
    expect(await its.db.query(behind, [addDays(FIRST_DAY, 1)])).toEqual([{ user_id: victim }])
    expect(its.cries).toHaveLength(1)
    await job.run()
    expect(its.cries).toHaveLength(1)
    await its.owner.query('drop trigger stone on fund_lots')
    its.clock.jump(30_000)
    await job.run()
    await job.stop()
    expect(await its.db.query(behind, [addDays(FIRST_DAY, 1)])).toEqual([])
  })

  it('wait while the ledger is halted, and go on afterwards', async () => {
    const its = await room()
    const job = its.job()
    job.start()
    await job.run()
    // Rates move no money: they are published all the same.
    const moved = async () =>
      (await fundTables(its.db)).split('\n').filter((line) => !line.includes('from_day'))
    const before = await moved()
    await its.owner.query("insert into ledger_halts (reason) values ('a test')")
    its.to(addDays(FIRST_DAY, 3))
    await job.run()
    expect(await moved()).toEqual(before)
    await its.owner.query('update ledger_halts set lifted_at = now()')
    await job.run()
    await job.stop()
    expect(its.cries).toEqual([])
    const [row] = await its.db.query('select min(opened_through)::text as day from fund_accounts')
    expect(row).toEqual({ day: addDays(FIRST_DAY, 3) })
  })
})

describe('a command', () => {
  it('finds the day that it is, whatever the job has come to', async () => {
    const its = await house('2024-08-05T09:00')
    const visit = await fundVisit(its)
    lotIn(await visit.transferIn({ amount: '500' }))
    // Nothing runs as time passes.
    its.clock.jump(3 * 86_400_000)
    redemptionIn(await visit.withdraw({ amount: '499.50', speed: 'instant' }))
    const { confirmed, pending, income } = await visit.fund()
    expect(pending).toBe(0n)
    expect(confirmed).toBe(50n + income.total)
    expect((await visit.statement()).accruals.map(({ day }) => day)).toEqual([
      '2024-08-06',
      '2024-08-07',
    ])
  })

  it('is refused while the ledger is halted, also one that would post nothing', async () => {
    const its = await house('2024-08-05T09:00')
    const visit = await fundVisit(its)
    lotIn(await visit.transferIn({ amount: '500' }))
    await its.to('2024-08-06T09:00')
    const asked = redemptionIn(await visit.withdraw({ amount: '5', speed: 'next_day' }))
    await its.owner.query("insert into ledger_halts (reason) values ('a test')")
    const halted = { code: 'money_writes_halted' }
    expect((await visit.transferIn({ amount: '1' })).body).toMatchObject(halted)
    expect((await visit.withdraw({ amount: '5', speed: 'next_day' })).body).toMatchObject(halted)
    expect((await visit.cancel(asked)).body).toMatchObject(halted)
    await its.owner.query('update ledger_halts set lifted_at = now()')
    expect(redemptionIn(await visit.cancel(asked)).status).toBe('cancelled')
  })

  it('is refused when the clock went back over a midnight that was begun already', async () => {
    const its = await house('2024-08-05T23:00')
    const visit = await fundVisit(its)
    lotIn(await visit.transferIn({ amount: '500' }))
    await its.to('2024-08-06T00:00')
    its.clock.jump(-60_000)
    expect((await visit.transferIn({ amount: '1' })).body).toMatchObject({ code: 'unavailable' })
    its.clock.jump(60_000)
    lotIn(await visit.transferIn({ amount: '1' }))
  })
})

it('a server that comes back after three days begins what it missed before long', async () => {
  const its = await house('2024-08-05T09:00')
  const visit = await fundVisit(its)
  lotIn(await visit.transferIn({ amount: '50000' }))
  await its.app.close()
  its.clock.jump(3 * 86_400_000)
  await its.restart()
  await its.daysBegun()
  const { accruals } = await visit.statement()
  expect(accruals.map(({ day }) => day)).toEqual(['2024-08-06', '2024-08-07'])
  expect((await visit.fund()).confirmed).toBeGreaterThan(5_000_000n)
})
