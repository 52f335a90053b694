/** Endpoints of customer service at the desk: conversations, their messages, and answers. */
import { z } from 'zod/mini'
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

/** Lists conversations. Those in `waiting` need a reply from an operator. */
export const deskSupport = endpoint({
  ...row(''),
  method: 'GET',
  summary: 'Conversations: waiting ones by longest wait, or all by newest message',
  query: z.object({
    status: z.optional(z.enum(['waiting', 'all'])),
    after: z.optional(accountName),
  }),
  reply: z.object({ items: z.array(deskConversation), next: z.nullable(accountName) }),
  errors: [],
})
/** Returns one conversation. The first view per operator and day is recorded in the operator log. */
export const deskSupportMessages = endpoint({
  ...row('/:account'),
  method: 'GET',
  summary: 'One conversation, newest first; views are logged once per day',
  params,
  query: z.object({ before: z.optional(supportMessageId) }),
  reply: z.object({
    conversation: deskConversation,
    messages: z.array(supportMessage),
    next: z.nullable(supportMessageId),
  }),
  errors: [],
})
/** Sends an operator's reply. Requests with the same key send it only once. */
export const answerSupport = endpoint({
  ...row('/:account/messages'),
  method: 'POST',
  summary: 'Answer a customer, once per key; logged once per conversation and day',
  params,
  body: z.object({ text: chatText.check(z.minLength(1)), key: intentKey }),
  reply: z.object({ message: supportMessage }),
  errors: ['key_reused'],
})
/** Records which messages of the customer have reached the desk and which were read. */
export const deskMarkSupport = endpoint({
  ...row('/:account/marks'),
  method: 'POST',
  summary: 'Report what the desk has received and read',
  params,
  body: markForm,
  reply: supportMarks,
  errors: [],
})
/** Shows the customer that an operator is typing, for SUPPORT_TYPING_MS. */
export const deskTypeSupport = endpoint({
  ...row('/:account/typing'),
  method: 'POST',
  perMinute: 60,
  summary: 'Report that an operator is typing to this customer',
  params,
  body: z.object({}),
  reply: null,
  errors: [],
})
/** Removes a conversation from the waiting list without a reply. Messages after `upTo` keep it there. */
export const closeSupport = endpoint({
  ...row('/:account/done'),
  method: 'POST',
  summary: 'Remove a conversation from the waiting list, up to a message',
  params,
  body: z.object({ upTo: supportMessageId }),
  reply: deskConversation,
  errors: [],
})
