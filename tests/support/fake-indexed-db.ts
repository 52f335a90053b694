/** The browser's databases in memory, as far as the app uses them. Every request is answered in a later task. */

type Rows = Map<IDBValidKey, unknown>
interface Base {
  version: number
  stores: Map<string, Rows>
}

class Answer<T> extends EventTarget {
  result: T | undefined
  error = null
  answer(result: T): void {
    this.result = result
    this.dispatchEvent(new Event('success'))
  }
}

function later<T>(work: () => T): Answer<T> {
  const request = new Answer<T>()
  setTimeout(() => request.answer(work()), 0)
  return request
}

const storeOf = (name: string, rows: Rows) => ({
  name,
  getAll: () => later(() => [...rows.values()]),
  getAllKeys: () => later(() => [...rows.keys()]),
  put: (value: { key: string }) => {
    const copy = structuredClone(value)
    return later(() => rows.set(copy.key, copy))
  },
  delete: (key: string) => later(() => rows.delete(key)),
})

const databaseOf = ({ stores }: Base) => {
  const objectStore = (name: string) => storeOf(name, stores.get(name) ?? new Map())
  return {
    objectStoreNames: stores.keys(),
    createObjectStore: (name: string) => stores.set(name, new Map()),
    transaction: () => ({ objectStore }),
    close: () => undefined,
  }
}

export function fakeIndexedDb() {
  const bases = new Map<string, Base>()
  const open = (name: string, version = 1) => {
    const request = new Answer<ReturnType<typeof databaseOf>>()
    setTimeout(() => {
      const base = bases.get(name) ?? { version: 0, stores: new Map<string, Rows>() }
      bases.set(name, base)
      request.result = databaseOf(base)
      if (base.version < version) request.dispatchEvent(new Event('upgradeneeded'))
      base.version = Math.max(base.version, version)
      request.answer(databaseOf(base))
    }, 0)
    return request
  }
  return {
    /** For `vi.stubGlobal('indexedDB', …)`. */
    factory: {
      open,
      databases: async () => [...bases].map(([name, { version }]) => ({ name, version })),
      deleteDatabase: (name: string) => later(() => bases.delete(name)),
    },
    /** Adds a row, with its database and its store where they are missing. */
    plant: (database: string, store: string, row: { key: string }): void => {
      const base = bases.get(database) ?? { version: 1, stores: new Map<string, Rows>() }
      bases.set(database, base)
      const rows = base.stores.get(store) ?? new Map()
      base.stores.set(store, rows.set(row.key, row))
    },
    /** All rows, by database and store. */
    rows: (): Record<string, unknown[]> =>
      Object.fromEntries(
        [...bases].flatMap(([database, { stores }]) =>
          [...stores].map(([store, rows]) => [`${database}/${store}`, [...rows.values()]]),
        ),
      ),
    names: (): string[] => [...bases.keys()],
  }
}
