/** The newest checkpoint that the server signed, as it is pushed to this page while the user can see it. */
import { atom } from 'jotai/vanilla'
import type { SignedCheckpoint } from '#contract/market-topics.ts'
import { pageVisibleAtom } from '#device/page-visible.ts'
import { topicAtom } from '#streams'

/** Null before the first one, while the connection is lost, and in a page that no one sees, which gets none. */
export const newestCheckpointAtom = atom((get): SignedCheckpoint | null => {
  if (!get(pageVisibleAtom)) return null
  const newest = get(topicAtom('checkpoint'))
  return newest.status === 'live' ? newest.value : null
})
