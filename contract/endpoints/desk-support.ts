/** Customer service at the desk: who waits, a conversation, answering it. */
import { z } from 'zod'
import { accountName } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { intentKey, supportMessageId } from '#contract/scalars.ts'
import {
  chatText,
  deskConversation,
  markForm,
  supportMarks,
  supportMessage,
} from '#contract/support.ts'

const row = <const P extends '' | `/${string}`>(path: P) =>
  ({ path: `/desk/support${path}` as const, access: 'operator', perMinute: 240 }) as const
const params = z.object({ account: accountName })

export const deskSupport = endpoint({
  ...row(''),
  method: 'GET',
  summary: 'Conversations: those that wait, longest first; else those with the newest word first',
  query: z.object({ status: z.enum(['waiting', 'all']).optional(), after: accountName.optional() }),
  reply: z.object({ items: z.array(deskConversation), next: accountName.nullable() }),
  errors: [],
})
export const deskSupportMessages = endpoint({
  ...row('/:account'),
  method: 'GET',
  summary: 'One conversation, newest first; the look is logged, once a day',
  params,
  query: z.object({ before: supportMessageId.optional() }),
  reply: z.object({
    conversation: deskConversation,
    messages: z.array(supportMessage),
    next: supportMessageId.nullable(),
  }),
  errors: [],
})
export const answerSupport = endpoint({
  ...row('/:account/messages'),
  method: 'POST',
  summary: 'Answer a customer, once under one key; logged once a conversation and day',
  params,
  body: z.object({ text: chatText.min(1), key: intentKey }),
  reply: z.object({ message: supportMessage }),
  errors: ['key_reused'],
})
export const deskMarkSupport = endpoint({
  ...row('/:account/marks'),
  method: 'POST',
  summary: 'Tell what has arrived at the desk, and what was read there',
  params,
  body: markForm,
  reply: supportMarks,
  errors: [],
})
export const deskTypeSupport = endpoint({
  ...row('/:account/typing'),
  method: 'POST',
  perMinute: 60,
  summary: 'An operator is typing to this customer',
  params,
  body: z.object({}),
  reply: null,
  errors: [],
})
/** Without an answer: nothing that was read up to there needs one. */
export const closeSupport = endpoint({
  ...row('/:account/done'),
  method: 'POST',
  summary: 'Take a conversation from those that wait; a newer message stays',
  params,
  body: z.object({ upTo: supportMessageId }),
  reply: deskConversation,
  errors: [],
})
