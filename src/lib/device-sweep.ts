/** Removes what may not stay on the device when a session ends, by reading Cache Storage and IndexedDB themselves. */
import {
  addressOf,
  answered,
  isRow,
  openDatabase,
  ownDatabases,
  type StoredRow,
} from '#lib/stored-rows.ts'
import { mayStay, type SessionChange } from '#lib/what-may-stay.ts'

async function sweepCaches(end: SessionChange): Promise<void> {
  for (const name of await caches.keys()) {
    // A cache that may stay as a whole can be empty while it is being filled.
    if (mayStay(`cache:${name}:`, end)) continue
    const cache = await caches.open(name)
    const requests = await cache.keys()
    const removed = requests.filter(({ url }) => {
      const { pathname, search } = new URL(url)
      return !mayStay(`cache:${name}:${pathname}${search}`, end)
    })
    if (removed.length === requests.length) await caches.delete(name)
    else for (const request of removed) await cache.delete(request)
  }
}

const SHA_256 = /^[0-9a-f]{64}$/

/** What stays of a purchase receipt: enough to compare it with one that is shown later, and nothing to read. */
export function fingerprintOf({ key, value }: StoredRow): StoredRow | null {
  if (typeof value !== 'object' || value === null || !('fingerprint' in value)) return null
  const { fingerprint } = value
  if (typeof fingerprint !== 'string' || !SHA_256.test(fingerprint)) return null
  return { key, account: '', asOf: 0, value: { fingerprint, receipt: null } }
}

/** Which of the stored rows stay. */
type Stays = (address: string, row: StoredRow) => boolean

async function sweepStore(store: IDBObjectStore, database: string, stays: Stays): Promise<void> {
  const all = [answered(store.getAll()), answered(store.getAllKeys())] as const
  const [rows, keys] = await Promise.all(all)
  const { name } = store
  const swept = rows.map((row: unknown, at): unknown => {
    const own = isRow(row) ? row : null
    if (own && stays(addressOf(database, name, own), own)) return null
    const rest = own && name === 'purchases' && fingerprintOf(own)
    const key = keys[at]
    return rest ? answered(store.put(rest)) : key && answered(store.delete(key))
  })
  await Promise.all(swept)
}

async function sweepDatabase(name: string, stays: Stays): Promise<void> {
  const database = await openDatabase(name)
  const names = [...database.objectStoreNames]
  const sweepOne = (store: string): Promise<void> =>
    sweepStore(database.transaction(store, 'readwrite').objectStore(store), name, stays)
  await Promise.allSettled(names.map(sweepOne))
  database.close()
}

async function sweepDatabases(stays: Stays): Promise<void> {
  // Browsers that cannot list databases keep to what each table removes at the end of a session.
  for (const { name = '' } of await indexedDB.databases()) {
    await sweepDatabase(name, stays)
    // It may be open elsewhere and then disappears later. Its rows are gone already.
    if (!ownDatabases.includes(name)) void answered(indexedDB.deleteDatabase(name))
  }
}

/**
 * The rows of `successor`, the account that is logged in after this change, are its own. Local storage and session
 * storage are swept with the values that the page holds of them (lib/stored.ts).
 */
export async function sweepDevice(end: SessionChange, successor?: string): Promise<void> {
  const stays: Stays = (address, row) => row.account === successor || mayStay(address, end)
  // A browser may forbid these stores, or have none without HTTPS. Then they hold nothing.
  await Promise.allSettled([sweepCaches(end), sweepDatabases(stays)])
}
