/**
 * The device's own tables in IndexedDB, each in its own database. Nothing is stored where IndexedDB is not available.
 */
import { storedText } from '#device/texts.ts'
import { mayStay } from '#device/what-may-stay.ts'

/** In place of an account: the row is the same for all users. */
export const SHARED_OWNER = ''

export interface StoredRow {
  key: string
  /** The account that owns the row, or `SHARED_OWNER`. */
  account: string
  asOf: number
  value: unknown
}

/** Checked by hand: the service worker reads these rows too, and a schema library would be most of its size. */
export const isRow = (data: unknown): data is StoredRow =>
  typeof data === 'object' &&
  data !== null &&
  'key' in data &&
  typeof data.key === 'string' &&
  'account' in data &&
  typeof data.account === 'string' &&
  'asOf' in data &&
  typeof data.asOf === 'number' &&
  'value' in data

export interface StoredRows {
  all(): Promise<readonly StoredRow[]>
  /** Stores only rows of the account that is logged in on this device, and rows that may stay after its log-out. */
  put(rows: readonly StoredRow[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
}

/** One database per table: adding a table later does not require tabs of an older version to close the other tables. */
const TABLES = {
  /** The last known values. */
  'last-known': 'fairtick',
  /** The purchase receipts. */
  purchases: 'fairtick-purchases',
  /** The keys with which orders are signed. */
  'signing-keys': 'fairtick-signing-keys',
} as const
type Table = keyof typeof TABLES

export const ownDatabases: readonly string[] = Object.values(TABLES)

export const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })

/** The address of a row in the list of what may stay. */
export const addressOf = (database: string, store: string, { account, key }: StoredRow): string =>
  `rows:${database}:${store}:${account}:${key}`

/** Opens a database of this origin as it is, and creates its table if it is one of ours. */
export function openDatabase(name: string): Promise<IDBDatabase> {
  const [table] = Object.entries(TABLES).find(([, own]) => own === name) ?? []
  const request = table === undefined ? indexedDB.open(name) : indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    if (table !== undefined) request.result.createObjectStore(table, { keyPath: 'key' })
  })
  return answered(request)
}

/** The account that is logged in on this device, in whichever tab; undefined when there is none. */
function loggedInAccount(): unknown {
  try {
    return JSON.parse(storedText('userInfo') ?? '{}').account
  } catch {
    return undefined
  }
}

export function deviceRows(name: Table = 'last-known'): StoredRows {
  let opened: Promise<IDBDatabase> | null = null
  const table = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= openDatabase(TABLES[name])
    return (await opened).transaction(name, mode).objectStore(name)
  }
  return {
    all: async () => {
      const found: unknown = await answered((await table('readonly')).getAll())
      return Array.isArray(found) && found.every(isRow) ? found : []
    },
    put: async (rows) => {
      const store = await table('readwrite')
      // An answer may come after the log-out, or a tab may not know of it yet.
      const owner = loggedInAccount()
      const wanted = rows.filter(
        (row) => row.account === owner || mayStay(addressOf(TABLES[name], name, row), 'logOut'),
      )
      await Promise.all(wanted.map((each) => answered(store.put(each))))
    },
    remove: async (keys) => {
      const store = await table('readwrite')
      await Promise.all(keys.map((key) => answered(store.delete(key))))
    },
  }
}

/** The rows; none where the store refuses or does not answer in time. */
export function rowsWithin(rows: StoredRows, ms: number): Promise<readonly StoredRow[]> {
  const late = new Promise<readonly StoredRow[]>((resolve) => {
    setTimeout(() => resolve([]), ms)
  })
  return Promise.race([rows.all().catch(() => []), late])
}
