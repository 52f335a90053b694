import { beforeEach, expect, it, vi } from 'vitest'
import { TOPICS } from '#contract/topics.ts'
import { sweepDevice } from '#device/sweep.ts'
import { deviceRows } from '#device/rows.ts'
import { mayStay } from '#device/what-may-stay.ts'
import { fakeWorld } from '#support/fake-caches.ts'
import { STATE_TOPICS } from '#streams/topics/table.ts'
import { fakeIndexedDb } from '#support/fake-indexed-db.ts'
import { until } from '#support/until.ts'

const FINGERPRINT = 'f'.repeat(64)

let device: ReturnType<typeof fakeIndexedDb>
let world: ReturnType<typeof fakeWorld>
beforeEach(() => {
  device = fakeIndexedDb()
  world = fakeWorld()
  vi.stubGlobal('indexedDB', device.factory)
  vi.stubGlobal('caches', world.scope.caches)
})

const row = (key: string, account = '', value: unknown = 1) => ({ key, account, asOf: 0, value })
async function cache(name: string, ...paths: string[]): Promise<void> {
  const store = await world.scope.caches.open(name)
  for (const path of paths) await store.put(path, new Response('x'))
}

it('leaves the rows that are the same for all users, and no other kind of row', async () => {
  const kept = ['/products', '/sparklines', '/candles', '/quote:7', '/stats:7', '/session:7']
  for (const key of kept) device.plant('fairtick', 'last-known', row(key))
  device.plant('fairtick', 'last-known', row('someone/balance', 'someone'))
  device.plant('fairtick', 'last-known', row('/a-new-kind'))
  device.plant('fairtick', 'last-known', { key: '/products-of-someone' })
  device.plant('fairtick', 'a-new-store', row('/products'))
  device.plant('fairtick-signing-keys', 'signing-keys', row('someone', 'someone'))
  await sweepDevice('logOut')
  expect(device.rows()).toEqual({
    'fairtick/last-known': kept.map((key) => row(key)),
    'fairtick/a-new-store': [],
    'fairtick-signing-keys/signing-keys': [],
  })
})

it('leaves the fingerprint of a receipt, and nothing to read', async () => {
  const receipt = { text: 'someone bought', signature: 's', keyId: 'k' }
  const planted = (key: string, account: string, value: unknown) =>
    device.plant('fairtick-purchases', 'purchases', row(key, account, value))
  planted('a', 'someone', { fingerprint: FINGERPRINT, receipt, intent: 'an order' })
  planted('b', '', { fingerprint: FINGERPRINT, receipt: null })
  planted('c', 'someone', { fingerprint: 'someone', receipt })
  planted('d', 'someone', { note: 'bought' })
  await sweepDevice('logOut')
  const value = { fingerprint: FINGERPRINT, receipt: null }
  expect(device.rows()).toEqual({
    'fairtick-purchases/purchases': [row('a', '', value), row('b', '', value)],
  })
})

it('deletes a database that it does not know', async () => {
  device.plant('a-new-database', 'notes', row('/products'))
  device.plant('fairtick', 'last-known', row('/products'))
  await sweepDevice('ended')
  await until('the deletion', () => device.names().length === 1)
  expect(device.names()).toEqual(['fairtick'])
})

it('leaves the files of the app and the settings of its worker, and no other cache or entry', async () => {
  await cache('files-1', '/index.html', '/assets/a.js')
  await cache('worker-settings', '/chosen-language', '/log-out-owed', '/someone')
  await cache('push-texts', '/push-texts')
  await cache('a-new-cache', '/api/me')
  await sweepDevice('ended')
  expect(await caches.keys()).toEqual(['files-1', 'worker-settings', 'push-texts'])
  await sweepDevice('logOut')
  expect(await caches.keys()).toEqual(['files-1', 'worker-settings'])
  expect(world.held('')).toEqual([
    ['/index.html', '/assets/a.js'],
    ['/chosen-language', '/log-out-owed'],
  ])
})

it('keeps a cache that is about to be filled', async () => {
  await cache('files-1')
  await sweepDevice('logOut')
  expect(await caches.keys()).toEqual(['files-1'])
})

it('sweeps one store where the other is forbidden', async () => {
  await cache('a-new-cache', '/api/me')
  vi.stubGlobal('indexedDB', { databases: () => Promise.reject(new Error('forbidden')) })
  await sweepDevice('logOut')
  expect(await caches.keys()).toEqual([])
})

it('stores rows for the account that is logged in, and none after its log-out', async () => {
  const rows = deviceRows('purchases')
  const put = () => rows.put([row('p'), row('s', 'someone'), row('o', 'other')])
  localStorage.setItem('userInfo', '{"account":"someone","nickname":"S"}')
  await put()
  expect((await rows.all()).map(({ key }) => key)).toEqual(['p', 's'])
  await rows.remove(['p', 's'])
  localStorage.removeItem('userInfo')
  await put()
  expect((await rows.all()).map(({ key }) => key)).toEqual(['p'])
})

it('stores no row for all users that may not stay after a log-out', async () => {
  const rows = deviceRows()
  await rows.put([row('/products'), row('/a-new-kind'), row('/quote:7')])
  expect((await rows.all()).map(({ key }) => key)).toEqual(['/products', '/quote:7'])
})

it('lists the topics that are stored for all users', () => {
  const kept = Object.entries(STATE_TOPICS).filter(([, topic]) => 'kept' in topic)
  const names = kept.map(([name]) => name as keyof typeof STATE_TOPICS)
  const stays = names.filter((name) => mayStay(`rows:fairtick:last-known::/${name}`, 'logOut'))
  expect(stays).toEqual(names.filter((name) => !TOPICS[name].login))
})

it('lets what waits for the next log-in stay until a log-out', () => {
  expect(mayStay('local:command:1', 'ended')).toBe(true)
  expect(mayStay('local:command:1', 'logOut')).toBe(false)
  expect(mayStay('local:themes', 'ended')).toBe(false)
})
