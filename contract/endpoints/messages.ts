/** System messages: reading them page by page, saying what was read, and the word that proves who wrote them. */
import { z } from 'zod'
import { message } from '#contract/account.ts'
import { endpoint, pageLimit } from '#contract/endpoint.ts'
import { safetyWord } from '#contract/profile.ts'
import { messageId } from '#contract/scalars.ts'

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  access: 'user',
  perMinute: 240,
  summary: 'System messages, newest first',
  query: z.object({
    before: messageId.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(pageLimit),
  }),
  reply: z.object({ messages: z.array(message), next: messageId.nullable() }),
  errors: ['not_logged_in'],
})

/** What came after `upTo` stays unread, also when it came meanwhile. Every device hears of it by the topic. */
export const readMessages = endpoint({
  method: 'POST',
  path: '/messages/read',
  access: 'user',
  perMinute: 240,
  summary: 'Every message up to this one was read',
  body: z.object({ upTo: messageId }),
  reply: z.object({ unread: z.int().nonnegative() }),
  errors: ['not_logged_in'],
})

/** Shown on every official message in the app, so that a false one is known by its lack. */
export const setSafetyWord = endpoint({
  method: 'PUT',
  path: '/safety-word',
  access: 'user',
  perMinute: 10,
  summary: 'Set or take away the safety word',
  body: z.object({ word: safetyWord.nullable() }),
  reply: null,
  errors: ['not_logged_in'],
})
