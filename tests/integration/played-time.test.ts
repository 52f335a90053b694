import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished, expect, it } from 'vitest'
import { DatabaseWatch } from '#support/database-watch.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { testDatabase } from '#support/postgres.ts'

const SLOW = 'select pg_sleep(0.05)'

/** A server with a slow database: every second it stores one thing and then, after a turn or two, another. */
async function slowServer() {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const clock = manualClock(0)
  const watch = new DatabaseWatch()
  const { market, settlement } = watch.pools(database.pools)
  const stored: number[] = []
  const store = async (): Promise<void> => {
    await market.query(SLOW)
    await nextTurn()
    await nextTurn()
    await settlement.transaction((tx) => tx.query(SLOW))
    stored.push(clock.now())
  }
  clock.every(1_000, () => void store())
  return { clock, watch, stored }
}

it('ends when a server that follows the clock has stored what the time brought about', async () => {
  const { clock, watch, stored } = await slowServer()
  clock.follow(() => watch.idle())
  await playTime(clock, 2_500)
  expect(stored).toEqual([1_000, 2_000])
})

it('does not wait for a server that does not follow the clock', async () => {
  const { clock, watch, stored } = await slowServer()
  await playTime(clock, 2_500)
  expect(stored).toEqual([])
  await watch.idle()
  expect(stored).toHaveLength(2)
})
