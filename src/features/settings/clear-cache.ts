/** Deletes everything that this device stores about the user. The next visit starts with a log-in. */
import { atom } from 'jotai/vanilla'
import { logOutAtom } from '#api/session.ts'
import { keptReceiptsAtom } from '#lib/kept-receipts.ts'
import { dropWords } from '#lib/kept-words.ts'
import { pushWaysAtom } from '#lib/push-ways.ts'

async function dropStores(): Promise<void> {
  try {
    sessionStorage.clear()
    // The app's own files contain no user data, and without a network they could not be loaded again.
    const names = (await caches.keys()).filter((name) => !name.startsWith('files-'))
    for (const name of names) await caches.delete(name)
  } catch {
    // A browser may forbid storage, or have no Cache API without HTTPS. Then there is nothing to delete.
  }
}

/** The four stored values are deleted at once, also offline. The server is notified as soon as it is reachable. */
export const clearCacheAtom = atom(null, async (get, set) => {
  const told = set(logOutAtom)
  dropWords()
  const forgotten = get(pushWaysAtom).forget()
  const dropped = get(keptReceiptsAtom)
    .drop()
    .catch(() => undefined)
  await dropStores()
  await Promise.all([told, forgotten, dropped])
})
