/**
 * What happens to stored values when the account changes: removes what may not stay, by reading Cache Storage and
 * IndexedDB themselves, and renames what continues.
 */
import {
  addressOf,
  answered,
  isRow,
  openDatabase,
  ownDatabases,
  SHARED_OWNER,
  type StoredRow,
  type StoredRows,
} from '#device/rows.ts'
import { keepText, storedKeys, storedText } from '#device/texts.ts'
import { mayStay, type SessionChange } from '#device/what-may-stay.ts'

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

/** The texts that name a guest's account, and continue under the name with which the guest registers. */
const RENAMED = /^(command:|own\.ticket$)/

export function renameTexts(from: string, to: string): void {
  for (const key of storedKeys().filter((one) => RENAMED.test(one))) {
    const text = storedText(key) ?? ''
    keepText(key, text.replaceAll(JSON.stringify(from), JSON.stringify(to)))
  }
}

const SHA_256 = /^[0-9a-f]{64}$/

/** What stays of a purchase receipt: enough to compare it with one that is shown later, and nothing to read. */
export function fingerprintOf({ key, value }: StoredRow): StoredRow | null {
  if (typeof value !== 'object' || value === null || !('fingerprint' in value)) return null
  const { fingerprint } = value
  if (typeof fingerprint !== 'string' || !SHA_256.test(fingerprint)) return null
  return { key, account: SHARED_OWNER, asOf: 0, value: { fingerprint, receipt: null } }
}

/** Removes the rows of every account but this one, or puts what `rest` leaves of a row in its place. */
export async function removeOthers(
  rows: StoredRows,
  account: string | null,
  rest: (row: StoredRow) => StoredRow | null = () => null,
): Promise<void> {
  const others = (await rows.all()).filter((row) => ![SHARED_OWNER, account].includes(row.account))
  const left = others.flatMap((row) => rest(row) ?? [])
  const keys = new Set(left.map(({ key }) => key))
  await rows.put(left)
  await rows.remove(others.map(({ key }) => key).filter((key) => !keys.has(key)))
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
 * storage are swept with the values that the page holds of them (device/stored-atom.ts).
 */
export async function sweepDevice(end: SessionChange, successor?: string): Promise<void> {
  const stays: Stays = (address, row) => row.account === successor || mayStay(address, end)
  // A browser may forbid these stores, or have none without HTTPS. Then they hold nothing.
  await Promise.allSettled([sweepCaches(end), sweepDatabases(stays)])
}
