import type { createStore } from 'jotai/vanilla'
import { showBadge } from '#device/badge.ts'
import { knownUnreadAtom } from '#features/messages/unread.ts'

/** Shows the number of unread messages on the app's icon. What a push left there remains until the number is known. */
export function keepBadge(store: ReturnType<typeof createStore>): void {
  const show = (): void => {
    const unread = store.get(knownUnreadAtom)
    if (unread !== null) showBadge(navigator, unread)
  }
  store.sub(knownUnreadAtom, show)
  show()
}
