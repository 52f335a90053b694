import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { startServer } from '#support/started-server.ts'
import { pause } from '#support/until.ts'

const USERS = 4_000
const MOST_KILLS = 5
let folder: string
let postgres: EmbeddedPostgres
let owner: Database
let env: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-announced-'))
  chmodSync(folder, 0o755)
  postgres = await startEmbedded({ dataFolder: folder })
  const admin = openDatabase(postgres.url('postgres'), { role: null, connections: 1 })
  await admin.query('create database app')
  await admin.close()
  owner = openDatabase(postgres.url('app'), { role: null, connections: 1 })
  env = { DATABASE_URL: postgres.url('app'), LOG_LEVEL: 'error' }
}, 60_000)
afterAll(async () => {
  await owner.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = () => startServer(join(folder, 'server'), env)
async function progress(): Promise<{ told: number; users: number; done: boolean }> {
  const [row] = await owner.query<{ told: number; users: number; done: boolean }>(
    'select told, users, done_at is not null as done from announcements order by id limit 1',
  )
  return row ?? { told: 0, users: 0, done: false }
}
/** Whether everybody was told before it had told anybody more and was killed. */
async function runUntilMore(told: number): Promise<boolean> {
  const server = await start()
  for (;;) {
    const now = await progress()
    if (now.done || now.told > told) {
      await server.stop('SIGKILL')
      return now.done
    }
    await pause(2)
  }
}

it('an announcement reaches everybody once, however often the server is killed while it tells', async () => {
  await (await start()).stop('SIGTERM')
  await owner.query(
    `insert into users (account, phone, nickname, opening_code, password_hash, trading_password_hash)
      select 'many' || n, '', '', 'many' || n, '', '' from generate_series(1, $1::int) n`,
    [USERS],
  )
  await owner.query(
    `insert into announcements (intent_key, texts, sent_by, sent_at, users, last_user)
      select 'one-key', '{"zh-CN":"维护","en":"Maintenance"}', 'anna', 1, count(*), max(id) from users`,
  )
  let kills = 0
  while (kills < MOST_KILLS && !(await runUntilMore((await progress()).told))) kills += 1
  expect(kills).toBeGreaterThan(1)
  if (!(await progress()).done) {
    const last = await start()
    while (!(await progress()).done) await pause(20)
    await last.stop('SIGTERM')
  }
  const [row] = await owner.query<Record<string, number>>(
    `select (select count(*)::int from users) as users,
      (select count(*)::int from messages where kind = 'announcement') as messages,
      (select count(distinct user_id)::int from messages where kind = 'announcement') as told,
      (select count(*)::int from outbox where topic = 'messages'
        and payload like '%"announcement"%') as pushed,
      (select told from announcements) as counted`,
  )
  const { users } = row ?? {}
  expect(users).toBeGreaterThan(USERS)
  expect(row).toEqual({ users, messages: users, told: users, pushed: users, counted: users })
}, 180_000)
