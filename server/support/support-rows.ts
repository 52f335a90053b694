/** Rows of customer service, and their conversion to the contract's types. */
import {
  type DeskConversation,
  deskConversation,
  type SupportMarks,
  type SupportMessage,
  supportMarks,
  supportMessage,
} from '#contract/support.ts'
import type { ConversationRow } from '#server/support/conversations-store.ts'
import type { MarksRow, SupportRow } from '#server/support/support-store.ts'

export const messageOf = (row: SupportRow): SupportMessage =>
  supportMessage.parse({
    id: row.id.toString(),
    author: row.author,
    operator: row.operator,
    text: row.text,
    photo: row.photo_id?.toString() ?? null,
    ...(row.photo_expired && { photoExpired: true }),
    about: row.about_kind === null ? null : { kind: row.about_kind, id: row.about_id?.toString() },
    question: row.question,
    answer: row.answer,
    sentAt: Number(row.sent_at),
    key: row.intent_key,
  })

/** The marks of a conversation. */
export const marksOf = (row: MarksRow): SupportMarks =>
  supportMarks.parse({
    userDelivered: row.user_delivered.toString(),
    userRead: row.user_read.toString(),
    staffDelivered: row.staff_delivered.toString(),
    staffRead: row.staff_read.toString(),
    unread: row.unread,
  })

/** A conversation as the desk lists it. */
export const conversationOf = (row: ConversationRow): DeskConversation =>
  deskConversation.parse({
    account: row.account,
    nickname: row.nickname,
    waitingSince: row.waiting_since === null ? null : Number(row.waiting_since),
    last: messageOf(row),
    marks: marksOf(row),
  })
