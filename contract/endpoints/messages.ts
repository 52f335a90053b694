/** Endpoints of system messages: list them, mark them as read, and set the safety word that proves their origin. */
import { z } from 'zod/mini'
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
    before: z.optional(messageId),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), pageLimit),
  }),
  reply: z.object({ messages: z.array(message), next: z.nullable(messageId) }),
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
  reply: z.object({ unread: z.int().check(z.nonnegative()) }),
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
  body: z.object({ word: z.nullable(safetyWord) }),
  reply: null,
  errors: ['not_logged_in'],
})
