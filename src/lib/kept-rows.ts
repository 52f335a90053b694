/** The device's own store of what was last known: one table in IndexedDB, and nothing where there is none. */
import { z } from 'zod'

const row = z.object({
  key: z.string(),
  /** Whose; empty: everybody's. */
  account: z.string(),
  asOf: z.number(),
  value: z.unknown(),
})
export type KeptRow = z.infer<typeof row>

export interface KeptRows {
  all(): Promise<readonly KeptRow[]>
  put(rows: readonly KeptRow[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
}

const NAME = 'fairtick'
const TABLE = 'last-known'

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(TABLE, { keyPath: 'key' })
  })
  return answered(request)
}

export function deviceRows(): KeptRows {
  let opened: Promise<IDBDatabase> | null = null
  const table = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    opened ??= open()
    return (await opened).transaction(TABLE, mode).objectStore(TABLE)
  }
  return {
    all: async () => {
      const found: unknown = await answered((await table('readonly')).getAll())
      const rows = z.array(row).safeParse(found)
      return rows.success ? rows.data : []
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
