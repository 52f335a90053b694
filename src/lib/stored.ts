/** Atoms stored in local storage. A value that cannot be read or parsed is replaced by the initial value. */
import { atom, type createStore, type WritableAtom } from 'jotai/vanilla'

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

const inAllTabs = new Map<string, WritableAtom<null, [], void>>()

/** Applies changes made in other tabs of this browser. */
export function hearOtherTabs(store: ReturnType<typeof createStore>): void {
  addEventListener('storage', ({ key }) => {
    // An event without a key means that the whole storage was cleared.
    const changed = key === null ? [...inAllTabs.values()] : [inAllTabs.get(key)]
    for (const heard of changed) if (heard !== undefined) store.set(heard)
  })
}

/** Keys with this prefix belong to the user. They are removed when the session ends. */
const OWN = 'own.'

/** Removes what is stored for the user, and resets the atoms of this page that have it. */
export const forgetOwnAtom = atom(null, (_get, set) => {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(OWN)) localStorage.removeItem(key)
    }
  } catch {
    // Where storage is forbidden nothing is stored.
  }
  for (const [key, heard] of inAllTabs) if (key.startsWith(OWN)) set(heard)
})

/** Setting the initial value removes the key. */
export function storedAtom<T>(options: Stored<T>): WritableAtom<T, [T], void> {
  const held = atom<{ value: T } | null>(null)
  const write = options.write ?? String
  if (options.allTabs === true) {
    const heard = atom(null, (_get, set) => set(held, { value: readStored(options) }))
    inAllTabs.set(options.key, heard)
  }
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
