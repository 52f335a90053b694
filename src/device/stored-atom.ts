/** Atoms stored in local storage. A value that cannot be read or parsed is replaced by the initial value. */
import { atom, type createStore, type WritableAtom } from 'jotai/vanilla'
import { keepText, storedText, sweepTexts } from '#device/texts.ts'
import { mayStay, type SessionChange } from '#device/what-may-stay.ts'

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
  const text = storedText(key)
  return text === null ? initial : (read(text) ?? initial)
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

/**
 * Removes what may not stay when the session changes, except what names the account that is logged in then, and resets
 * the atoms of this page that have it.
 */
export const sweepStoredAtom = atom(
  null,
  (_get, set, change: SessionChange, account: string | null = null) => {
    const isOf = (address: string, text: string): boolean =>
      account !== null &&
      (address.endsWith(`:${account}`) || text.includes(JSON.stringify(account)))
    sweepTexts((address, text) => mayStay(address, change) || isOf(address, text))
    for (const [key, again] of readAgain) if (!mayStay(`local:${key}`, change)) set(again)
  },
)

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
      keepText(options.key, value === options.initial ? null : write(value))
    },
  )
}

/** A choice between yes and no, the same in all tabs. */
export const storedFlag = (key: string, initial: boolean): WritableAtom<boolean, [boolean], void> =>
  storedAtom({ key, initial, read: (text) => text === 'true', allTabs: true })

interface Schema<T> {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false }
}

/** A `read` function for JSON that a schema checks. */
export const readJson =
  <T>(schema: Schema<T>) =>
  (text: string): T | undefined => {
    try {
      const result = schema.safeParse(JSON.parse(text))
      return result.success ? result.data : undefined
    } catch {
      return undefined
    }
  }

/** The `read` and `write` functions of a value that is stored as JSON. */
export const json = <T>(schema: Schema<T>) => ({
  read: readJson(schema),
  write: (value: unknown): string => JSON.stringify(value),
})
