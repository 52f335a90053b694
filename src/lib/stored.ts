/** Atoms stored in local storage. A value that cannot be read or parsed is replaced by the initial value. */
import { atom, type createStore, type WritableAtom } from 'jotai/vanilla'
import { mayStay, type SessionEnd } from '#lib/what-may-stay.ts'

export interface Stored<T> {
  key: string
  initial: T
  /** Returns undefined for text that it cannot parse. */
  read: (text: string) => T | undefined
  write?: (value: T) => string
  /** A change in one tab is applied in all open tabs. */
  allTabs?: true
}

function readStored<T>({ key, initial, read }: Stored<T>): T {
  try {
    const text = localStorage.getItem(key)
    return text === null ? initial : (read(text) ?? initial)
  } catch {
    return initial
  }
}

function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Storage may be full or forbidden. The value then lives only as long as the page.
  }
}

/** Reads a stored atom of this page again, by its key. */
const readAgain = new Map<string, WritableAtom<null, [], void>>()
const inAllTabs = new Set<string>()

/** Applies changes made in other tabs of this browser. */
export function hearOtherTabs(store: ReturnType<typeof createStore>): void {
  addEventListener('storage', ({ key }) => {
    // An event without a key means that the whole storage was cleared.
    for (const changed of inAllTabs) {
      const again = key === null || key === changed ? readAgain.get(changed) : undefined
      if (again !== undefined) store.set(again)
    }
  })
}

function sweepStorage(storage: Storage, name: 'local' | 'session', end: SessionEnd): void {
  for (const key of Object.keys(storage)) {
    if (!mayStay(`${name}:${key}`, end)) storage.removeItem(key)
  }
}

/** Removes what may not stay when a session ends, and resets the atoms of this page that have it. */
export const sweepStoredAtom = atom(null, (_get, set, end: SessionEnd) => {
  try {
    sweepStorage(localStorage, 'local', end)
    sweepStorage(sessionStorage, 'session', end)
  } catch {
    // Where storage is forbidden nothing is stored.
  }
  for (const [key, again] of readAgain) if (!mayStay(`local:${key}`, end)) set(again)
})

/** Setting the initial value removes the key. */
export function storedAtom<T>(options: Stored<T>): WritableAtom<T, [T], void> {
  const held = atom<{ value: T } | null>(null)
  const write = options.write ?? String
  readAgain.set(
    options.key,
    atom(null, (_get, set) => set(held, { value: readStored(options) })),
  )
  if (options.allTabs === true) inAllTabs.add(options.key)
  return atom(
    (get) => get(held)?.value ?? readStored(options),
    (_get, set, value: T) => {
      set(held, { value })
      keep(options.key, value === options.initial ? null : write(value))
    },
  )
}

/** A `read` function for JSON that a schema checks. */
export const readJson =
  <T>(parse: (value: unknown) => { success: true; data: T } | { success: false }) =>
  (text: string): T | undefined => {
    try {
      const result = parse(JSON.parse(text))
      return result.success ? result.data : undefined
    } catch {
      return undefined
    }
  }
