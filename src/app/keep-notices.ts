import type { createStore } from 'jotai/vanilla'
import { chimeAtom, systemNoticesAtom } from '#notifications/channels.ts'
import { noticeSoundAtom, systemNoticeAtom } from '#device/preferences.ts'
import { noticeAtom } from '#notifications/toasts.ts'

/** Repeats each notice as a sound or a system notification, as the user's settings allow. */
export function keepNotices(store: ReturnType<typeof createStore>): void {
  store.sub(noticeAtom, () => {
    const newest = store.get(noticeAtom)
    if (newest === null) return
    if (store.get(noticeSoundAtom)) store.get(chimeAtom).chime()
    if (store.get(systemNoticeAtom) && document.hidden) {
      store.get(systemNoticesAtom).show(newest.text)
    }
  })
}
