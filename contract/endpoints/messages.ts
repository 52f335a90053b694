/** Endpoints of system messages: list them, mark them as read, and set the safety word that proves their origin. */
import { z } from 'zod'
import { message } from '#contract/messages.ts'
import { endpoint, pageLimit } from '#contract/endpoint.ts'
import { safetyWord } from '#contract/profile.ts'
import { messageId } from '#contract/scalars.ts'

/** Lists the user's system messages. `before` is the `next` of the previous page. */
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

/**
 * Marks every message up to `upTo` as read. Later messages stay unread. All devices of the user are notified on the
 * messages topic.
 */
export const readMessages = endpoint({
  method: 'POST',
  path: '/messages/read',
  access: 'user',
  perMinute: 240,
  summary: 'Mark every message up to this one as read',
  body: z.object({ upTo: messageId }),
  reply: z.object({ unread: z.int().nonnegative() }),
  errors: ['not_logged_in'],
})

/**
 * Sets the safety word, or removes it with null. The app shows it on every official message, so that a message without
 * it is recognisable as false.
 */
export const setSafetyWord = endpoint({
  method: 'PUT',
  path: '/safety-word',
  access: 'user',
  perMinute: 10,
  summary: 'Set or remove the safety word',
  body: z.object({ word: safetyWord.nullable() }),
  reply: null,
  errors: ['not_logged_in'],
})
