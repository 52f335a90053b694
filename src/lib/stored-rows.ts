/**
 * The device's own tables in IndexedDB, each in its own database. Nothing is stored where IndexedDB is not available.
 */

export interface StoredRow {
  key: string
  /** The account that owns the row; empty when it is the same for all users. */
  account: string
  asOf: number
  value: unknown
}

/** Checked by hand: the service worker reads these rows too, and a schema library would be most of its size. */
const isRow = (data: unknown): data is StoredRow =>
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

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })

function open(name: Table): Promise<IDBDatabase> {
  const request = indexedDB.open(TABLES[name], 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(name, { keyPath: 'key' })
  })
  return answered(request)
}

export function deviceRows(name: Table = 'last-known'): StoredRows {
  let opened: Promise<IDBDatabase> | null = null
  const table = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= open(name)
    return (await opened).transaction(name, mode).objectStore(name)
  }
  return {
    all: async () => {
      const found: unknown = await answered((await table('readonly')).getAll())
      return Array.isArray(found) && found.every(isRow) ? found : []
    },
    put: async (rows) => {
      const store = await table('readwrite')
      await Promise.all(rows.map((each) => answered(store.put(each))))
    },
    remove: async (keys) => {
      const store = await table('readwrite')
      await Promise.all(keys.map((key) => answered(store.delete(key))))
    },
  }
}
