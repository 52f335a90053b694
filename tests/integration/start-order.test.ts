/** A start that is refused leaves nothing in public: neither the key of the server that tried, nor its terms. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readKeys } from '#server/market/checkpoint-store.ts'
import { openSigner, startKeyOf } from '#server/platform/signer.ts'
import { openVault } from '#server/platform/vault.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { type TestServer, testServer } from '#support/server.ts'

const SEED = '0123456789abcdef'.repeat(4)
const START_MS = Date.UTC(2024, 2, 13, 12)

let folders: string[]
let database: TestDatabase
beforeEach(async () => {
  folders = ['first', 'second'].map((name) => mkdtempSync(join(tmpdir(), `fairtick-${name}-`)))
  database = await testDatabase()
  // A key that the operator has made.
  startKeyOf(folders[1] ?? '').keep()
  const server = await start({ folder: folders[0], seed: SEED })
  await server.close()
})
afterEach(async () => {
  await database.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface Start {
  folder: string | undefined
  seed: string
  symbols?: [string, ...string[]]
}
async function start({ folder = '', seed, symbols = ['BTCUSDT'] }: Start): Promise<TestServer> {
  const clock = manualClock(START_MS)
  const config = { seed, dataFolder: folder }
  const server = await testServer({
    database,
    clock,
    openMarket: openSimulated(...symbols),
    config,
  })
  await playTime(clock, 3_000)
  return server
}

/** What a stranger can read. */
const published = async (): Promise<unknown> => ({
  keys: await readKeys(database.db),
  terms: await database.db.query('select * from terms_schedule order by 1, 2'),
  products: await database.db.query('select * from products order by id'),
})
const keyIn = (folder: string | undefined): string => openSigner(folder ?? '').keyId

it('registers a new key after everything was checked, beside the old one', async () => {
  expect(await readKeys(database.db)).toMatchObject([{ keyId: keyIn(folders[0]) }])
  cpSync(join(folders[0] ?? '', 'vault-key'), join(folders[1] ?? '', 'vault-key'))
  await (await start({ folder: folders[1], seed: SEED })).close()
  const keys = (await readKeys(database.db)).map(({ keyId }) => keyId)
  expect(keys).toEqual([keyIn(folders[0]), keyIn(folders[1])])
})

it('leaves no trace of a server with the vault of another one', async () => {
  const before = await published()
  await openVault(folders[1] ?? '')
  const refused = start({ folder: folders[1], seed: SEED, symbols: ['BTCUSDT', 'ETHUSDT'] })
  await expect(refused).rejects.toThrow(/is not the key that this database was sealed with/)
  expect(await published()).toEqual(before)
})

it('leaves no trace of a server that finds the log damaged', async () => {
  await database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update ticks set price = price + 1 where kind = 0')
  })
  const before = await published()
  cpSync(join(folders[0] ?? '', 'vault-key'), join(folders[1] ?? '', 'vault-key'))
  const refused = start({ folder: folders[1], seed: SEED, symbols: ['BTCUSDT', 'ETHUSDT'] })
  await expect(refused).rejects.toThrow(/is not whole/)
  expect(await published()).toEqual(before)
})

it('takes from the role of the market no key but the one that the owner offered', async () => {
  const { market } = database.pools
  const insert = "insert into signing_keys (key_id, public_key) values ('mine', '')"
  await expect(market.query(insert)).rejects.toMatchObject({ code: '42501' })
  await expect(market.query("update offered_key set key_id = 'mine'")).rejects.toMatchObject({
    code: '42501',
  })
  const before = await published()
  await market.query('select register_signing_key()')
  expect(await published()).toEqual(before)
})
