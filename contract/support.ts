/** Customer service: the messages between a user, the staff and the practice helper, and how far each side has read. */
import { z } from 'zod/mini'
import { accountName } from '#contract/account.ts'
import { reviewer } from '#contract/review.ts'
import { intentKey, photoId, supportMessageId, timeMs } from '#contract/scalars.ts'
import { shownLines } from '#contract/shown-lines.ts'

/** Maximum length of a message, in UTF-16 code units. */
export const SUPPORT_TEXT_MAX = 2_000
/** Maximum number of messages per user and business day (UTC). */
export const SUPPORT_DAILY_MAX = 500
/** A typing indicator is shown for this time after the last notification. */
export const SUPPORT_TYPING_MS = 6_000

/** The text of a message as it is sent. It may be empty. */
export const chatText = shownLines(0, SUPPORT_TEXT_MAX)

/** The document of the user that a message is about. */
export const supportSubject = z.object({
  kind: z.enum(['order', 'deposit', 'withdrawal']),
  id: z.string().check(z.regex(/^[1-9]\d{0,18}$/)),
})
/** The parsed subject of a message. */
export type SupportSubject = z.infer<typeof supportSubject>

/** A frequent question. The client has its text and, in practice mode, the helper's answer. */
export const supportQuestion = z.enum([
  'practice_money',
  'settlement',
  'odds',
  'prices',
  'deposit',
  'withdrawal',
  'identity',
  'payout_change',
  'password',
  'fund',
])
/** A parsed frequent question. */
export type SupportQuestion = z.infer<typeof supportQuestion>
/** The helper's reply: the answer to a question, or the notice that a person will read the message later. */
export const supportAnswer = z.enum([...supportQuestion.options, 'person_later'])
/** A parsed reply of the helper. */
export type SupportAnswer = z.infer<typeof supportAnswer>

/** Who wrote a message: the user, an operator (`staff`), or the practice helper. */
export const supportAuthor = z.enum(['user', 'staff', 'helper'])
/** One message of a conversation. `text` is empty where a photo, question or answer is the whole message. */
export const supportMessage = z.object({
  id: supportMessageId,
  author: supportAuthor,
  /** The operator who wrote it; null for the user and the helper. */
  operator: z.nullable(reviewer),
  text: z.string(),
  photo: z.nullable(photoId),
  /** Set when the retention period of the photo has ended and the photo was deleted. */
  photoExpired: z.optional(z.literal(true)),
  about: z.nullable(supportSubject),
  question: z.nullable(supportQuestion),
  answer: z.nullable(supportAnswer),
  sentAt: timeMs,
  /** The idempotency key of the request that sent it, by which its sender recognises it; null for the helper. */
  key: z.nullable(intentKey),
})
/** A parsed message of a conversation. */
export type SupportMessage = z.infer<typeof supportMessage>

/** The id of a message, or 0 for none. */
const mark = z.string().check(z.regex(/^(0|[1-9]\d{0,18})$/))
/** How far each side has received and read the other side's messages. Marks only grow. */
export const supportMarks = z.object({
  userDelivered: mark,
  userRead: mark,
  staffDelivered: mark,
  staffRead: mark,
  /** The number of messages that the user has not read. */
  unread: z.int().check(z.nonnegative()),
})
/** Parsed read marks of a conversation. */
export type SupportMarks = z.infer<typeof supportMarks>

/** The snapshot of the support topic: the newest messages, newest first, and the marks. */
export const supportState = z.object({ latest: z.array(supportMessage), marks: supportMarks })
/** Data of the typing topic: until when an operator is shown as typing; null if none is typing. */
export const supportTyping = z.object({ until: z.nullable(timeMs) })

/** The languages in which a transcript can be downloaded. */
export const transcriptLanguage = z.enum([
  'zh-CN',
  'zh-TW',
  'en',
  'ja',
  'th',
  'vi',
  'id',
  'ko',
  'fr',
  'de',
])
export type TranscriptLanguage = z.infer<typeof transcriptLanguage>

/** The message up to which one side has received or read the other side's messages. */
export const markForm = z.object({
  deliveredUpTo: z.optional(supportMessageId),
  readUpTo: z.optional(supportMessageId),
})

/** A conversation as the desk lists it. `waitingSince` is null if the customer does not wait for a reply. */
export const deskConversation = z.object({
  account: accountName,
  nickname: z.string(),
  waitingSince: z.nullable(timeMs),
  last: supportMessage,
  marks: supportMarks,
})
/** A parsed conversation of the desk's list. */
export type DeskConversation = z.infer<typeof deskConversation>
