/** Databases and folders that the server cannot use: each start ends with sentences for its operator. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { actRulesOf } from '#server/platform/db/act-rules.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/database.ts'
import { keepLease, takeLease } from '#server/platform/db/lease.ts'
import { prepareDatabase } from '#server/platform/db/prepare.ts'
import { refusedByDatabase } from '#server/platform/db/prepare-faults.ts'
import { prepareInTurn } from '#server/platform/db/standby.ts'
import { startKeyOf } from '#server/platform/signer.ts'
import { StartRefused } from '#server/platform/start-refused.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { runServer } from '#support/started-server.ts'

let cluster: TestDatabase
let folder: string
beforeAll(async () => {
  cluster = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'fairtick-refusals-'))
})
afterAll(async () => {
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
})

const urlAs = (user: string, password: string, database: string): string =>
  Object.assign(new URL(cluster.url), { username: user, password, pathname: `/${database}` }).href

const refusalOf = async (url: string): Promise<string> => {
  const error = await prepareDatabase(url).then(
    () => null,
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(StartRefused)
  return error instanceof Error ? error.message : ''
}

it('names each right that the role of DATABASE_URL lacks, and the statement that grants it', async () => {
  const { owner } = cluster
  await owner.query("create role refused_plain login password 'plain'")
  await owner.query('create database refused_app')
  try {
    const url = urlAs('refused_plain', 'plain', 'refused_app')
    const text = await refusalOf(url)
    expect(text).toContain('alter role "refused_plain" createrole;')
    expect(text).toContain('alter database "refused_app" owner to "refused_plain";')
    await owner.query('alter database refused_app owner to refused_plain')
    expect((await refusalOf(url)).split('\n')).toHaveLength(2)

    expect(await refusalOf(urlAs('refused_plain', 'wrong', 'refused_app'))).toMatch(
      /wrong user or password/,
    )
    expect(await refusalOf(urlAs('refused_plain', 'plain', 'refused_none'))).toMatch(
      /does not exist: create it/,
    )
    await owner.query('alter role refused_plain createrole')
    await owner.query('alter database refused_app set default_transaction_read_only = on')
    expect(await refusalOf(url)).toMatch(/copy that can only be read/)
  } finally {
    await owner.query('drop database refused_app with (force)')
    await owner.query('drop role refused_plain')
  }
})

it('says why a database cannot be reached: no server, no such host, or another program', async () => {
  const other = createServer((line) => line.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const place of ['127.0.0.1:1', 'localhost:1', 'no-such-host.invalid', `127.0.0.1:${port}`]) {
    expect(await refusalOf(`postgres://a:b@${place}/c`)).toMatch(/cannot be reached: \S+/)
  }
  other.close()
})

it('does not take a defect for a fault of the database', async () => {
  expect(refusedByDatabase(new TypeError('x is undefined'))).toBeNull()
  const database = openDatabase(cluster.url, { connections: 1 })
  const error = await database.query('select broken').catch((thrown: unknown) => thrown)
  expect(refusedByDatabase(error)?.message).toMatch(/column "broken" does not exist \(42703\)/)
  await database.close()
})

describe('a server that stands by', () => {
  let epoch = 0
  let lease: ReturnType<typeof keepLease>
  let market: OpenDatabase<'market'>
  beforeAll(async () => {
    epoch = await takeLease(cluster.owner, 'the one that runs')
    market = openDatabase<'market'>(cluster.urls.market, { connections: 1, epoch })
    lease = keepLease(market, epoch, () => undefined)
  })
  afterAll(async () => {
    await lease.end()
    await market.close()
  })
  const refusal = async (lacking: readonly string[]): Promise<unknown> => {
    const { key } = startKeyOf(folder)
    const rules = actRulesOf(readConfig([], {}, folder))
    const started = { rules, key, holder: 'the next', afterRestore: false, nowMs: 0 }
    return prepareInTurn(cluster.url, started, { lacking }).catch((error: unknown) => error)
  }

  it('learns at once which copies of keys it lacks, and that its own is another one', async () => {
    const lacking = await refusal(['/data/vault-key', '/data/master-seed'])
    expect(lacking).toBeInstanceOf(StartRefused)
    expect(String(lacking)).toContain('of the running one: /data/vault-key, /data/master-seed')
    expect(String(await refusal([]))).toMatch(
      /The key [0-9a-f]{16} is not one of the running server/,
    )
  })

  it('has changed nothing', async () => {
    const rows = await cluster.owner.query('select epoch, holder from leases')
    expect(rows).toEqual([{ epoch: BigInt(epoch), holder: 'the one that runs' }])
    expect(await cluster.owner.query('select from offered_key')).toHaveLength(0)
  })
})

it('ends with one sentence, without a stack, when the data folder cannot be used', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { code, output } = await runServer(['--data-dir', file, '--port', '0'])
  expect(code).toBe(1)
  expect(output).toBe(
    `${file} is no folder: move the file of that name away, or choose another data folder: --data-dir <folder>\n`,
  )
})
