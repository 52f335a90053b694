/** Conversations with customer service for tests. */
import {
  type SupportMarks,
  type SupportMessage,
  supportMarks,
  supportMessage,
} from '#contract/support.ts'

const SUPPORT_START_MS = 1_700_000_000_000

/** A word of the user's, sent a second after the one with the number before. */
export const sampleSupportMessage = (change: Record<string, unknown> = {}): SupportMessage => {
  const id = typeof change['id'] === 'string' ? change['id'] : '1'
  return supportMessage.parse({
    id,
    author: 'user',
    operator: null,
    text: `word ${id}`,
    photo: null,
    about: null,
    question: null,
    answer: null,
    sentAt: SUPPORT_START_MS + Number(id) * 1_000,
    key: `key-of-word-number-${id}`,
    ...change,
  })
}

export const sampleSupportMarks = (change: Record<string, unknown> = {}): SupportMarks =>
  supportMarks.parse({
    userDelivered: '0',
    userRead: '0',
    staffDelivered: '0',
    staffRead: '0',
    unread: 0,
    ...change,
  })
