import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { faultsOf } from '#support/ledger-room.ts'
import { testDatabase } from '#support/postgres.ts'

const SERVER = fileURLToPath(new URL('../support/fund-zone-server.ts', import.meta.url))
const said = z.object({
  zone: z.string(),
  databaseZone: z.string(),
  local: z.number(),
  rows: z.number(),
  digest: z.string(),
})

/** The server in this zone, on a database that somebody set up for it. */
async function lifeIn(zone: string) {
  const { owner, url, close } = await testDatabase()
  await owner.query(`do $$ begin
    execute format('alter database %I set timezone = %L', current_database(), '${zone}');
    execute format('alter database %I set datestyle = %L', current_database(), 'German, DMY');
  end $$`)
  const env = { PATH: process.env['PATH'] ?? '', TZ: zone }
  const { stdout } = await promisify(execFile)(process.execPath, [SERVER, url], { env })
  expect(await faultsOf(owner)).toEqual([])
  await close()
  return said.parse(JSON.parse(stdout))
}

it('a week of the fund leaves the same in whatever zone the server and its database are', async () => {
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu']
  const lives = await Promise.all(zones.map(lifeIn))
  // The zones were in force: the last moment, a midnight in UTC, is on another day there.
  expect(lives.map(({ zone }) => zone)).toEqual(zones)
  expect(lives.map(({ databaseZone }) => databaseZone)).toEqual(zones)
  expect(lives.map(({ local }) => local)).toEqual([3, 3, 2])
  expect(lives[0]?.rows).toBeGreaterThan(30)
  expect(new Set(lives.map(({ rows }) => rows)).size).toBe(1)
  expect(new Set(lives.map(({ digest }) => digest)).size).toBe(1)
}, 180_000)
