/** The newest checkpoint that the server signed, as it is pushed to this page while the user can see it. */
import { atom } from 'jotai/vanilla'
import type { SignedCheckpoint } from '#contract/market-topics.ts'
import { topicAtom } from '#streams'

const visibleHeld = atom(document.visibilityState !== 'hidden')
/** Whether the user can see the page. */
export const pageVisibleAtom = atom((get) => get(visibleHeld))

visibleHeld.onMount = (set) => {
  const look = (): void => set(document.visibilityState !== 'hidden')
  look()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Null before the first one, while the connection is lost, and in a page that no one sees, which gets none. */
export const newestCheckpointAtom = atom((get): SignedCheckpoint | null => {
  if (!get(visibleHeld)) return null
  const newest = get(topicAtom('checkpoint'))
  return newest.status === 'live' ? newest.value : null
})
