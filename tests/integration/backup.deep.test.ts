/** A real server is backed up while it runs, its folder is deleted, and an archived moment is restored. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withRunning } from '#support/killable-server.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { replayOf } from '#support/started-server.ts'
import { pause } from '#support/until.ts'
import { Visitor } from '#support/visitor.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PASSPHRASE = 'correct horse battery'
const ARCHIVED_MS = 120_000

let folder: string
let server: ServerProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-drill-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const env = replayOf(folder)
  const flags = ['--archive-wal', at('wal')]
  server = new ServerProcess(at('data'), await freePort(), { env, flags })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string): string => join(folder, name)
function command(
  name: 'backup' | 'restore',
  ...args: string[]
): { code: number | null; output: string } {
  const env = { PATH: process.env['PATH'] ?? '', ENV_FILE: '', BACKUP_PASSPHRASE: PASSPHRASE }
  const script = join(ROOT, 'scripts', `${name}.ts`)
  const done = spawnSync(process.execPath, [script, at('backups'), ...args], {
    env,
    encoding: 'utf8',
  })
  return { code: done.status, output: `${done.stdout}${done.stderr}` }
}
const users = () =>
  withRunning(at('data'), (owner) =>
    owner.query<{ id: bigint }>('select id from users order by id'),
  )
async function enter(): Promise<void> {
  const answer = await new Visitor(server.url).post('/api/guest', {
    key: `${Date.now()}-${'0'.repeat(16)}`,
  })
  expect(answer.status).toBe(200)
}
/** The segment of this moment is archived at the latest after a minute. */
async function untilArchived(): Promise<void> {
  const segment = await withRunning(at('data'), async (owner) => {
    const [row] = await owner.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal()) as name',
    )
    return join(at('wal'), row?.name ?? '')
  })
  for (const end = Date.now() + ARCHIVED_MS; !existsSync(segment); await pause(200)) {
    if (Date.now() > end) throw new Error(`${segment} was not archived`)
  }
}

it('comes back whole, in public, and with withdrawals held', { timeout: 600_000 }, async () => {
  server.start()
  await server.ready()
  await enter()
  expect(command('backup', '--data-dir', at('data'))).toMatchObject({ code: 0 })
  await enter()
  const kept = await users()
  await pause(1_100)
  const moment = new Date()
  await pause(1_100)
  await enter()
  await untilArchived()
  await server.kill('SIGKILL')
  server.killDatabase()
  rmSync(at('data'), { recursive: true })

  const to = ['--to', moment.toISOString(), '--data-dir', at('data')]
  expect(command('restore', ...to)).toMatchObject({ code: 0 })
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  expect(command('restore', ...to).output).toMatch(/data is not empty/)

  server.start()
  expect(await server.ended(120_000)).toBe(true)
  expect(server.output).toMatch(/Start once with --after-restore/)
  server.start(['--after-restore'])
  await server.ready()
  expect(await users()).toEqual(kept)
  const holds = await withRunning(at('data'), (owner) =>
    owner.query('select lifted_at from restore_holds'),
  )
  expect(holds).toEqual([{ lifted_at: null }])
  await server.stop()
  // It was announced, so the next start needs nothing.
  server.start()
  await server.ready()
  await server.stop()
})
