import type { createStore } from 'jotai/vanilla'
import { chimeAtom, systemNoticesAtom } from '#notifications/channels.ts'
import { noticeSoundAtom, systemNoticeAtom } from '#device/preferences.ts'
import { toastsAtom } from '#notifications/toasts.ts'

/** Repeats each toast as a sound or a system notification, as the user's settings allow. */
export function keepNotices(store: ReturnType<typeof createStore>): void {
  let told = 0
  store.sub(toastsAtom, () => {
    const newest = store.get(toastsAtom).at(-1)
    // A toast that disappears triggers nothing.
    if (newest === undefined || newest.id <= told) return
    told = newest.id
    if (store.get(noticeSoundAtom)) store.get(chimeAtom).chime()
    if (store.get(systemNoticeAtom) && document.hidden) {
      store.get(systemNoticesAtom).show(newest.text)
    }
  })
}
