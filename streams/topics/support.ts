/** Customer service: the conversation as far as it is held here, and how far each side has read it. */
import type { z } from 'zod'
import type {
  supportState,
  SupportMarks,
  SupportMessage,
  supportTyping,
} from '#contract/support.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'
import type { Conversation } from '#streams/types.ts'

/** More than a snapshot has: what arrives while somebody reads on must not push out what is above. */
const KEPT = 500

type State = z.output<typeof supportState>
type Typing = z.output<typeof supportTyping>

const isMarks = (delta: SupportMessage | SupportMarks): delta is SupportMarks => 'unread' in delta

/** A message known already stays one; older ones of before a snapshot are the page's to read again. */
export const supportFold: Fold<State, SupportMessage | SupportMarks, Conversation> = {
  snapshot: ({ latest, marks }) => ({ latest: latest.toSorted(newestFirst), marks }),
  delta: (state, delta) => {
    if (isMarks(delta)) return { ...state, marks: delta }
    const others = state.latest.filter(({ id }) => id !== delta.id)
    return { ...state, latest: [delta, ...others].sort(newestFirst).slice(0, KEPT) }
  },
}

export const typingFold: Fold<Typing, Typing, Typing> = {
  snapshot: (data) => data,
  delta: (_, data) => data,
}
