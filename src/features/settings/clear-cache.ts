/** Forgets everything that this device keeps about the user; the next visit starts with a log-in. */
import { atom } from 'jotai/vanilla'
import { logOutAtom } from '#api/session.ts'
import { keptReceiptsAtom } from '#lib/kept-receipts.ts'
import { dropWords } from '#lib/kept-words.ts'
import { pushWaysAtom } from '#lib/push-ways.ts'

async function dropStores(): Promise<void> {
  try {
    sessionStorage.clear()
    // The app's own files say nothing of anybody, and without a network they could not be had again.
    const names = (await caches.keys()).filter((name) => !name.startsWith('files-'))
    for (const name of names) await caches.delete(name)
  } catch {
    // A browser may forbid its stores, or have none without HTTPS; then there is nothing to drop.
  }
}

/** The four stored things go at once, also offline; the server is told as soon as it can be reached. */
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
