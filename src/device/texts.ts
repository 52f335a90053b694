/**
 * Local and session storage. A browser may refuse them, on each access or only when something is written, and then
 * what would be stored lives only as long as the page.
 */

/** What `work` returns, or `otherwise` where the browser refuses. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Whether the browser refuses even to read. */
export const isStorageClosed = (): boolean =>
  attempt(() => {
    localStorage.getItem('')
    return false
  }, true)

let refused = false
/** Whether the browser refuses to store: all of it, or what was to be stored last, as when storage is full. */
export const isStorageRefused = (): boolean => refused || isStorageClosed()

/** Null if nothing is stored, and where storage is refused. */
export const storedText = (key: string): string | null =>
  attempt(() => localStorage.getItem(key), null)

/** Null removes the key. False if the browser refused. */
export function keepText(key: string, text: string | null): boolean {
  refused = attempt(() => {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return false
  }, true)
  return !refused
}

/** Of this tab, until it is closed. It survives a reload, as after a phone put the tab to sleep. */
export const tabText = (key: string): string | null =>
  attempt(() => sessionStorage.getItem(key), null)

/** Null removes the key. Where the browser refuses, nothing is kept. */
export const keepTabText = (key: string, text: string | null): void =>
  attempt(() => {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  }, undefined)

export const storedKeys = (): readonly string[] => attempt(() => Object.keys(localStorage), [])

/** Removes every entry of both storages that `stays` does not keep. Its address is `local:<key>` or `session:<key>`. */
export function sweepTexts(stays: (address: string, text: string) => boolean): void {
  for (const key of storedKeys())
    if (!stays(`local:${key}`, storedText(key) ?? '')) keepText(key, null)
  attempt(() => {
    for (const key of Object.keys(sessionStorage))
      if (!stays(`session:${key}`, '')) sessionStorage.removeItem(key)
  }, undefined)
}
