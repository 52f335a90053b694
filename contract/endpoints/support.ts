/** Customer service by its user: writing, looking back, and telling what has arrived and was read. */
import { z } from 'zod'
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

export const listSupportMessages = endpoint({
  ...row,
  method: 'GET',
  path: '/support/messages',
  summary: 'The conversation with customer service, newest first',
  query: z.object({ before: supportMessageId.optional() }),
  reply: z.object({ messages: z.array(supportMessage), next: supportMessageId.nullable() }),
  errors: ['not_logged_in'],
})

/** One of text, photo, subject and question at least. */
export const sendSupportMessage = endpoint({
  ...row,
  method: 'POST',
  path: '/support/messages',
  command: 'support_message',
  perMinute: 30,
  summary: 'Write to customer service; the same key is one message however often it is sent',
  body: z
    .object({
      text: chatText,
      photo: photoId.nullable(),
      about: supportSubject.nullable(),
      question: supportQuestion.nullable(),
    })
    .refine(
      (it) => it.text !== '' || it.photo !== null || it.about !== null || it.question !== null,
    ),
  reply: z.object({ message: supportMessage }),
  errors: ['photo_unknown', 'daily_count_reached', 'key_missing', 'key_reused', 'not_logged_in'],
})

export const markSupport = endpoint({
  ...row,
  method: 'POST',
  path: '/support/marks',
  summary: 'Tell what has arrived on a device of the user, and what was read',
  body: markForm,
  reply: supportMarks,
  errors: ['not_logged_in'],
})

/** Told to the desk for a moment and kept nowhere. */
export const typeSupport = endpoint({
  ...row,
  method: 'POST',
  path: '/support/typing',
  perMinute: 30,
  summary: 'The user is typing',
  body: z.object({}),
  reply: null,
  errors: ['not_logged_in'],
})

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
