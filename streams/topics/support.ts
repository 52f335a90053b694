/** The state of the support topic: the loaded part of the conversation, and how far each side has read it. */
import type { z } from 'zod/mini'
import type { supportState, SupportMarks, SupportMessage } from '#contract/support.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'
import type { Conversation } from '#streams/types.ts'

/**
 * Maximum number of messages. It is larger than a snapshot, so that new messages do not push out older ones that the
 * user is reading.
 */
const KEPT = 500

type State = z.output<typeof supportState>

const isMarks = (delta: SupportMessage | SupportMarks): delta is SupportMarks => 'unread' in delta

/**
 * Folds the support topic. A message with a known id replaces the earlier version. A snapshot drops older messages,
 * which the page loads again.
 */
export const supportFold: Fold<State, SupportMessage | SupportMarks, Conversation> = {
  snapshot: ({ latest, marks }) => ({ latest: [...latest].sort(newestFirst), marks }),
  delta: (state, delta) => {
    if (isMarks(delta)) return { ...state, marks: delta }
    const others = state.latest.filter(({ id }) => id !== delta.id)
    return { ...state, latest: [delta, ...others].sort(newestFirst).slice(0, KEPT) }
  },
}
