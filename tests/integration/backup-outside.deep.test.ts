/** Backups of a server whose database is at DATABASE_URL: what they have and say, and how both are restored. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveIn } from '#server/archive/archive-folder.ts'
import { findBackup } from '#server/backup/layout.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { replayOf } from '#support/started-server.ts'
import { Visitor } from '#support/visitor.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PASSPHRASE = 'correct horse battery'
const DAY = '2026-01-01'

let folder: string
let database: TestDatabase
let server: ServerProcess
let port: number
let prices: Record<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-outside-'))
  chmodSync(folder, 0o755)
  database = await testDatabase()
  port = await freePort()
  prices = replayOf(folder)
  server = serverOf('data', database.url)
})
afterAll(async () => {
  await server.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...names: string[]): string => join(folder, ...names)
const serverOf = (name: string, url: string): ServerProcess =>
  new ServerProcess(at(name), port, { env: { ...prices, DATABASE_URL: url } })

/** Runs a command of the repository with the database. */
async function command(name: 'backup' | 'restore', url: string | null, dataFolder: string) {
  const child = spawn(
    process.execPath,
    [join(ROOT, 'scripts', `${name}.ts`), at('backups'), '--data-dir', at(dataFolder)],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        ENV_FILE: '',
        BACKUP_PASSPHRASE: PASSPHRASE,
        ...(url !== null && { DATABASE_URL: url }),
      },
    },
  )
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, output: `${stdout}${stderr}` }
}
const usersOf = (url: TestDatabase) =>
  url.owner.query<{ id: bigint }>('select id from users order by id')
/** Changes a database as no role can, past its triggers. */
const past = ({ owner }: TestDatabase, sql: string): Promise<unknown> =>
  owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(sql)
  })

it('has all but the database, and says what to keep of it', { timeout: 300_000 }, async () => {
  server.start()
  await server.ready()
  const guest = await new Visitor(server.url).post('/api/guest', {
    key: `${Date.now()}-${'0'.repeat(16)}`,
  })
  expect(guest.status).toBe(200)
  // Files of a day of which an older database does not know.
  mkdirSync(join(archiveIn(at('data')), DAY), { recursive: true })
  // Two that begin at once: each has a name of its own.
  const both = await Promise.all([1, 2].map(() => command('backup', database.url, 'data')))
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const backups = readdirSync(at('backups')).filter((name) => /^\d{8}T\d{6}Z$/.test(name))
  expect(backups).toHaveLength(2)
  const { files, startedAt } = findBackup(at('backups'), null)
  expect(files.map(({ name }) => name)).toEqual(['files.tar.age'])
  const { host, pathname, password } = new URL(database.url)
  for (const { output } of both) {
    expect(output).toContain(`The database at ${host}${pathname} is not in this backup`)
    expect(output).not.toContain(password)
  }
  expect(both.some(({ output }) => output.includes(new Date(startedAt).toISOString()))).toBe(true)
})

it('restores with the database that was put back, and with no other', {
  timeout: 300_000,
}, async () => {
  const before = await usersOf(database)
  expect((await command('restore', database.url, 'new')).output).toMatch(
    /A Fairtick server uses the database at .*: stop it/,
  )
  await server.stop()
  const putBack = await database.copy()
  const other = await testDatabase()
  await past(other, "update instance set id = 'another'")
  const empty = Object.assign(new URL(database.url), { pathname: '/outside_empty' }).href
  await database.owner.query('create database outside_empty')
  try {
    rmSync(at('data'), { recursive: true })
    const refusals: [url: string | null, why: RegExp][] = [
      [null, /has no database, because it was at DATABASE_URL. Put that database back first/],
      [empty, /has no data of Fairtick: put a backup of it back first/],
      [other.url, /is that of another server than/],
      ['postgres://nobody@127.0.0.1:1/none', /DATABASE_URL cannot be reached/],
    ]
    for (const [url, why] of refusals) {
      const { code, output } = await command('restore', url, 'new')
      expect([code, output]).toEqual([1, expect.stringMatching(why)])
      expect(output).not.toContain('    at ')
      expect(existsSync(at('new'))).toBe(false)
    }
    const restored = await command('restore', putBack.url, 'new')
    expect(restored).toEqual({ code: 0, output: expect.stringContaining('the same DATABASE_URL') })
    expect(readFileSync(at('new', 'restored'), 'utf8')).toContain(new URL(putBack.url).pathname)
    expect(readdirSync(archiveIn(at('new')))).toEqual([])

    server = serverOf('new', putBack.url)
    server.start()
    expect(await server.ended(120_000)).toBe(true)
    expect(server.output).toMatch(/Start once with --after-restore/)
    server.start(['--after-restore'])
    await server.ready()
    expect(await usersOf(putBack)).toEqual(before)
    const holds = await putBack.owner.query('select lifted_at from restore_holds')
    expect(holds).toEqual([{ lifted_at: null }])
    await server.stop()
  } finally {
    await server.stop()
    await putBack.close()
    await other.close()
    await database.owner.query('drop database outside_empty')
  }
})

it('names what a database that is older or was changed lacks', { timeout: 300_000 }, async () => {
  const changed = await database.copy()
  try {
    await past(changed, 'update ticks set price = price + 1 where kind = 0 and seq < 100')
    const { code, output } = await command('restore', changed.url, 'newer')
    expect(code).toBe(1)
    expect(output).toMatch(/tick log of BTCUSDT: record \d+ \(/)
    expect(output).toContain('Put another state of the database back')
    expect(existsSync(at('newer'))).toBe(false)
  } finally {
    await changed.close()
  }
})

it('backs up no database of another program', { timeout: 120_000 }, async () => {
  mkdirSync(at('other'))
  const url = Object.assign(new URL(database.url), { pathname: '/postgres' }).href
  const known = readdirSync(at('backups'))
  const { code, output } = await command('backup', url, 'other')
  expect([code, output]).toEqual([1, expect.stringContaining('has no data of Fairtick')])
  expect(readdirSync(at('backups'))).toEqual(known)
})
