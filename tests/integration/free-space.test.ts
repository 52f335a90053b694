/** A server that runs out of space: what it refuses first, what it still does, and that it recovers by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deskMe } from '#contract/endpoints/desk-session.ts'
import { logInOperator } from '#support/desk.ts'
import { type ManualClock, manualClock, playTime } from '#support/manual-clock.ts'
import { openSimulated } from '#support/market-fixture.ts'
import { addPhoto, makePhoto, sendPhoto } from '#support/photos.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { type TestServer, type TestUser, testServer } from '#support/server.ts'

/** Of the limit, so that the shares of the limit are small numbers of bytes. */
const LIMIT_BYTES = 100_000_000
let clock: ManualClock
let database: TestDatabase
let its: TestServer
let user: TestUser

beforeAll(async () => {
  clock = manualClock(Date.now())
  database = await testDatabase()
  its = await testServer({
    clock,
    database,
    openMarket: openSimulated('BTCUSDT'),
    config: { databaseMax: LIMIT_BYTES },
  })
  user = await its.registerUser()
  await playTime(clock, 3_000)
})
afterAll(async () => {
  await its.close()
  await database.close()
})

/** Leaves this share of the limit, and looks. */
async function leave(share: number): Promise<void> {
  await its.owner.query('drop table if exists filler')
  await its.owner.query('create table filler (bytes bytea)')
  await its.owner.query('alter table filler alter bytes set storage plain')
  const [{ size } = { size: 0 }] = await its.owner.query<{ size: number }>(
    'select pg_database_size(current_database())::float8 as size',
  )
  const missing = LIMIT_BYTES * (1 - share) - size
  // One row is one page of 8 KiB.
  const rows = Math.max(0, Math.round(missing / 8_192))
  await its.owner.query(
    `insert into filler select decode(repeat('00', 7000), 'hex') from generate_series(1, $1)`,
    [rows],
  )
  await playTime(clock, 5_000)
}

const photo = async () => (await sendPhoto(user.visitor, 'id_front', await makePhoto())).text
const everything = async () => (await user.visitor.get('/api/everything')).text
const guest = async () => (await its.visitor().post('/api/guest', {})).text
const order = async () => (await user.visitor.command('/api/orders', {})).text
const ready = async () => (await its.visitor().get('/readyz')).text
const LOW = '"storage_low"'

it('takes everything while there is enough, and warns the desk below a tenth', async () => {
  await leave(0.12)
  await addPhoto(user.visitor, 'id_front')
  const desk = await logInOperator(its, 'second-operator')
  const space = async () => (await desk.read(deskMe.reply, '/api/desk/me')).desk.space
  expect(await space()).toBe('enough')
  await leave(0.08)
  expect(await space()).toBe('low')
  expect(await photo()).not.toContain(LOW)
})

it('refuses pictures, exports and new accounts below a twentieth, and no orders', async () => {
  await leave(0.04)
  for (const refused of [photo, everything, guest]) expect(await refused()).toContain(LOW)
  expect(await order()).not.toContain(LOW)
  expect(await ready()).not.toContain('storage_full')
})

it('refuses orders too below 3 in 100, and says so to who sends it requests', async () => {
  await leave(0.02)
  for (const refused of [photo, everything, guest, order]) expect(await refused()).toContain(LOW)
  expect(await ready()).toContain('storage_full')
  expect((await user.visitor.get('/api/orders?status=all')).status).toBe(200)
})

it('recovers without a restart', async () => {
  await leave(0.5)
  for (const taken of [photo, everything, guest, order]) expect(await taken()).not.toContain(LOW)
  expect(await ready()).not.toContain('storage_full')
})
