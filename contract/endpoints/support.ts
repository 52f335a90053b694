/** Endpoints of customer service for users: write, read the conversation, and report what was received and read. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { photoId, supportMessageId } from '#contract/scalars.ts'
import {
  chatText,
  markForm,
  supportMarks,
  supportMessage,
  supportQuestion,
  supportSubject,
  transcriptLanguage,
} from '#contract/support.ts'

const row = { access: 'user', perMinute: 120 } as const

/** Lists the messages of the user's conversation. `before` is the `next` of the previous page. */
export const listSupportMessages = endpoint({
  ...row,
  method: 'GET',
  path: '/support/messages',
  summary: 'The conversation with customer service, newest first',
  query: z.object({ before: z.optional(supportMessageId) }),
  reply: z.object({ messages: z.array(supportMessage), next: z.nullable(supportMessageId) }),
  errors: ['not_logged_in'],
})

/** Sends a message, which needs at least one of text, photo, subject and question. */
export const sendSupportMessage = endpoint({
  ...row,
  method: 'POST',
  path: '/support/messages',
  command: 'support_message',
  perMinute: 30,
  summary: 'Write to customer service; requests with the same key send one message',
  body: z
    .object({
      text: chatText,
      photo: z.nullable(photoId),
      about: z.nullable(supportSubject),
      question: z.nullable(supportQuestion),
    })
    .check(
      z.refine(
        ({ text, photo, about, question }) =>
          text !== '' || photo !== null || about !== null || question !== null,
      ),
    ),
  reply: z.object({ message: supportMessage }),
  errors: ['photo_unknown', 'daily_count_reached', 'key_missing', 'key_reused', 'not_logged_in'],
})

/** Records which messages the user's device has received and which the user has read. */
export const markSupport = endpoint({
  ...row,
  method: 'POST',
  path: '/support/marks',
  summary: 'Report what a device of the user has received and what was read',
  body: markForm,
  reply: supportMarks,
  errors: ['not_logged_in'],
})

/** Shows the desk that the user is typing, for SUPPORT_TYPING_MS. It is not stored. */
export const typeSupport = endpoint({
  ...row,
  method: 'POST',
  path: '/support/typing',
  perMinute: 30,
  summary: 'Report that the user is typing',
  body: z.object({}),
  reply: null,
  errors: ['not_logged_in'],
})

/** Downloads the user's whole conversation as text in one language. */
export const getSupportTranscript = endpoint({
  ...row,
  method: 'GET',
  path: '/support/transcript',
  perMinute: 6,
  summary: 'The whole conversation as a text file, times in UTC',
  query: z.object({ language: transcriptLanguage }),
  reply: null,
  download: 'text/plain; charset=utf-8',
  errors: ['not_logged_in'],
})
