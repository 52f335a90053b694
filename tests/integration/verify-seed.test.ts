import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSeeds } from '#contract/endpoints/market.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { openMarket } from '#server/market/open-market.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { publicLog } from '#support/public-log.ts'
import { type TestServer, testServer } from '#support/server.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** Just before a whole hour, when an epoch ends. */
const START = Date.UTC(2024, 2, 13, 11, 59, 30)
let clock: ManualClock
let its: TestServer
let folder: string
let records: TickRecord[]

const save = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}
const ndjson = (all: readonly TickRecord[]): string =>
  all.map((record) => `${JSON.stringify(record)}\n`).join('')

function verifySeed(...args: string[]) {
  const command = [join(ROOT, 'scripts/verify-seed.ts'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-seed-'))
  clock = manualClock(START)
  its = await testServer({ clock, openMarket, config: { seed: '0123456789abcdef'.repeat(4) } })
  await playTime(clock, 60_000, 1_000)
  // Most of the hour no one was there; then the server again, until the hour is over.
  await its.app.close()
  await clock.advance(3_500_000)
  await its.restart()
  await playTime(clock, 140_000, 1_000)
  records = await publicLog(its.url, 'EURUSD')
}, 180_000)
afterAll(async () => {
  await its.close()
  rmSync(folder, { recursive: true, force: true })
})

it('finds an hour as it was promised, with the time that nobody played left out', async () => {
  const seeds = await its.visitor().read(listSeeds.reply, '/api/seeds')
  const file = save('seeds.json', JSON.stringify(seeds))
  const reading = verifySeed('EURUSD', file, save('ticks.ndjson', ndjson(records)))
  expect(reading.text).toMatch(/as promised, \d+ of \d+ promised ticks[^]*2 passed, 0 failed\s*$/)
  expect(reading.status).toBe(0)
})

it('names a record that the seed does not give, and a tick that is missing', async () => {
  const seeds = await its.visitor().read(listSeeds.reply, '/api/seeds')
  const file = save('seeds.json', JSON.stringify(seeds))
  const hour = Date.UTC(2024, 2, 13, 12)
  const at = records.findIndex(({ kind, timeMs }) => kind === 'tick' && timeMs > hour + 5_000)
  const tick = records[at]
  if (tick?.kind !== 'tick') throw new Error('no tick')
  const moved = records.map((old, n) => (n === at ? { ...tick, price: tick.price + 1 } : old))
  const foreign = verifySeed('EURUSD', file, save('moved.ndjson', ndjson(moved as TickRecord[])))
  expect(foreign.text).toContain(`record ${tick.seq} is not of the promised series`)
  expect(foreign.status).toBe(1)

  const left = records.filter((_, n) => n !== at)
  const missing = verifySeed('EURUSD', file, save('left.ndjson', ndjson(left)))
  expect(missing.text).toContain(new Date(tick.timeMs).toISOString())
  expect(missing.status).toBe(1)
})

it('does not take another seed', async () => {
  const { epochs } = await its.visitor().read(listSeeds.reply, '/api/seeds')
  const other = epochs.map((epoch) =>
    epoch.seed === null ? epoch : { ...epoch, seed: 'a'.repeat(64) },
  )
  const file = save('other.json', JSON.stringify({ epochs: other }))
  const reading = verifySeed('EURUSD', file, save('ticks.ndjson', ndjson(records)))
  expect(reading.text).toContain('not the promised one')
  expect(reading.status).toBe(1)
})
