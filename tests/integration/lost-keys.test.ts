/** A start without a key file that the database knows is refused, and creates no other one in its place. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartRefused } from '#server/platform/start-refused.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { testServer } from '#support/server.ts'

const START_MS = Date.UTC(2024, 2, 13, 12)

let folder: string
let database: TestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-lost-keys-'))
  database = await testDatabase()
  await start()
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(breakReason: string | null = null): Promise<void> {
  const clock = manualClock(START_MS)
  const seeds = { breakReason, hours: 100 }
  const symbols = ['BTCUSDT']
  const server = await testServer({
    database,
    clock,
    openMarket: openOn({ kind: 'simulated', seed: null, symbols, seeds }),
    config: { dataFolder: folder },
  })
  await playTime(clock, 3_000)
  await server.close()
}

it.each(['signing-key.pem', 'vault-key', 'master-seed'])(
  '%s is put back by the operator, and never created a second time',
  async (name) => {
    const file = join(folder, name)
    const key = readFileSync(file)
    rmSync(file)
    const refused = start()
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(file)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, key)
    await start()
    expect(readFileSync(file)).toEqual(key)
  },
)

it('creates another master seed when the operator gives the promised hours up', async () => {
  const file = join(folder, 'master-seed')
  const seed = readFileSync(file)
  rmSync(file)
  await start('the disk failed')
  expect(readFileSync(file)).not.toEqual(seed)
})
