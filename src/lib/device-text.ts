/**
 * Local and session storage. A browser may refuse them, on each access or only when something is written, and then
 * what would be stored lives only as long as the page.
 */

let refused = false
/** Whether the browser has refused an access of this page. */
export const isStorageRefused = (): boolean => refused

/** Null if nothing is stored, and where storage is refused. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    refused = true
    return null
  }
}

/** Null removes the key. False if the browser refused. */
export function keepText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
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
