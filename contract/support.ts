/** Customer service: what a user, staff and the practice helper write to each other, and how far each has read. */
import { z } from 'zod'
import { accountName } from '#contract/account.ts'
import { reviewer } from '#contract/review.ts'
import { intentKey, photoId, supportMessageId, timeMs } from '#contract/scalars.ts'

export const SUPPORT_TEXT_MAX = 2_000
/** Of one user and business day (UTC). */
export const SUPPORT_DAILY_MAX = 500
/** Somebody who typed is shown to type for so long. */
export const SUPPORT_TYPING_MS = 6_000

/** What may be written: trimmed, of control characters the line break alone. */
export const chatText = z
  .string()
  .trim()
  .max(SUPPORT_TEXT_MAX)
  .refine((text) => !/[^\P{Cc}\n]/u.test(text))

/** What a message is about: a document of the user's own. */
export const supportSubject = z.object({
  kind: z.enum(['order', 'deposit', 'withdrawal']),
  id: z.string().regex(/^[1-9]\d{0,18}$/),
})
export type SupportSubject = z.infer<typeof supportSubject>

/** Frequent questions: the client has their words and, in practice mode, the helper's answer to each. */
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
export type SupportQuestion = z.infer<typeof supportQuestion>
/** What the helper says: the answer to a question, or when a person is going to read what was written. */
export const supportAnswer = z.enum([...supportQuestion.options, 'person_later'])
export type SupportAnswer = z.infer<typeof supportAnswer>

export const supportAuthor = z.enum(['user', 'staff', 'helper'])
/** `text` is empty where a photo, question or answer says it all. */
export const supportMessage = z.object({
  id: supportMessageId,
  author: supportAuthor,
  /** Of staff. */
  operator: reviewer.nullable(),
  text: z.string(),
  photo: photoId.nullable(),
  /** The photo's time was over, and it is deleted. */
  photoExpired: z.literal(true).optional(),
  about: supportSubject.nullable(),
  question: supportQuestion.nullable(),
  answer: supportAnswer.nullable(),
  sentAt: timeMs,
  /** Of the intent that sent it, so that its sender knows it again; null: the helper's. */
  key: intentKey.nullable(),
})
export type SupportMessage = z.infer<typeof supportMessage>

/** A message's number, or 0 for none. */
const mark = z.string().regex(/^(0|[1-9]\d{0,18})$/)
/** How far each side has received and read what the other wrote; these only grow. */
export const supportMarks = z.object({
  userDelivered: mark,
  userRead: mark,
  staffDelivered: mark,
  staffRead: mark,
  /** Messages that the user has not read. */
  unread: z.int().nonnegative(),
})
export type SupportMarks = z.infer<typeof supportMarks>

/** The topic's snapshot: the newest messages, newest first. */
export const supportState = z.object({ latest: z.array(supportMessage), marks: supportMarks })
/** Until when somebody of the staff is shown to type; null: nobody does. */
export const supportTyping = z.object({ until: timeMs.nullable() })

/** The languages that a transcript can be written in. */
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

/** What a side tells: it received, or read, everything up to a message. */
export const markForm = z.object({
  deliveredUpTo: supportMessageId.optional(),
  readUpTo: supportMessageId.optional(),
})

/** One conversation as the desk lists it; `waitingSince` null: nobody waits for a person. */
export const deskConversation = z.object({
  account: accountName,
  nickname: z.string(),
  waitingSince: timeMs.nullable(),
  last: supportMessage,
  marks: supportMarks,
})
export type DeskConversation = z.infer<typeof deskConversation>
