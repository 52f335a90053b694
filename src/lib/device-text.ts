/**
 * Local and session storage. A browser may refuse them, on each access or only when something is written, and then
 * what would be stored lives only as long as the page.
 */

/** Whether the browser refuses even to read. */
export function isStorageClosed(): boolean {
  try {
    localStorage.getItem('')
    return false
  } catch {
    return true
  }
}

let refused = false
/** Whether the browser refuses to store: all of it, or what was to be stored last, as when storage is full. */
export const isStorageRefused = (): boolean => refused || isStorageClosed()

/** Null if nothing is stored, and where storage is refused. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes the key. False if the browser refused. */
export function keepText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    refused = false
    return true
  } catch {
    refused = true
    return false
  }
}

export function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Removes every entry of both storages that `stays` does not keep. Its address is `local:<key>` or `session:<key>`. */
export function sweepTexts(stays: (address: string, text: string) => boolean): void {
  for (const key of storedKeys())
    if (!stays(`local:${key}`, storedText(key) ?? '')) keepText(key, null)
  try {
    for (const key of Object.keys(sessionStorage))
      if (!stays(`session:${key}`, '')) sessionStorage.removeItem(key)
  } catch {
    // Where storage is refused nothing is stored.
  }
}
