/** System messages to one user, and announcements, which an operator sends to every user in several languages. */
import { z } from 'zod/mini'
import { reviewer } from '#contract/review.ts'
import { announcementId, messageId, plainText, shownText, timeMs } from '#contract/scalars.ts'

/** Maximum length of an announcement in one language, in UTF-16 code units. */
export const ANNOUNCEMENT_MAX = 500

/** Texts by language. Readers whose language is missing get the English one. */
export const textsOf = <S extends z.ZodMiniType>(text: S) =>
  z.strictObject({
    'zh-CN': text,
    'zh-TW': z.optional(text),
    en: text,
    ja: z.optional(text),
    th: z.optional(text),
    vi: z.optional(text),
    id: z.optional(text),
    ko: z.optional(text),
    fr: z.optional(text),
    de: z.optional(text),
  })

export const announcementTexts = textsOf(plainText(1, ANNOUNCEMENT_MAX))
/** The texts of an announcement as an operator sends them. */
export const newAnnouncementTexts = textsOf(shownText(1, ANNOUNCEMENT_MAX))
/** The parsed texts of an announcement; English and simplified Chinese are always present. */
export type AnnouncementTexts = z.infer<typeof announcementTexts>

/**
 * An announcement as the desk lists it. Of `users`, the number registered when it was sent, `told` have the message so
 * far. Users who register later do not get it.
 */
export const announcement = z.object({
  id: announcementId,
  texts: announcementTexts,
  sentBy: reviewer,
  sentAt: timeMs,
  users: z.int().check(z.nonnegative()),
  told: z.int().check(z.nonnegative()),
  /** When the last of these users got the message; null while the delivery is in progress. */
  doneAt: z.nullable(timeMs),
})
/** A parsed announcement of the desk's list. */
export type Announcement = z.infer<typeof announcement>

/** A system message to one user. The client composes the text from `kind` and `params` in the user's language. */
export const message = z.object({
  id: messageId,
  kind: z.enum([
    'welcome',
    'order_void',
    'verification_verified',
    'verification_rejected',
    'deposit_approved',
    'deposit_rejected',
    'withdrawal_approved',
    'withdrawal_paid',
    'withdrawal_rejected',
    'withdrawal_bounced',
    'payout_account_changed',
    'password_changed',
    'factor_changed',
    'passkey_removal_asked',
    'log_in_new_device',
    'log_ins_refused',
    'account_locked',
    'account_closing',
    'account_kept',
    'mail_unusable',
    'recovery_approved',
    'recovery_vetoed',
    'recovery_done',
    'fund_redemption_paid',
    'announcement',
    'price_alert',
    'order_frozen',
    'document_frozen',
    'account_frozen',
    'frozen_lifted',
    'frozen_compensated',
  ]),
  params: z.record(z.string(), z.string()),
  /** Only set for an announcement: its texts by language. */
  texts: z.optional(announcementTexts),
  sentAt: timeMs,
  readAt: z.nullable(timeMs),
})
/** A parsed system message. `readAt` is null while it is unread. */
export type Message = z.infer<typeof message>

/**
 * A delta of the messages topic: every message up to `readUpTo` was read by `readAt`, on any device of the user.
 * `unread` counts the messages that came after it.
 */
export const messagesRead = z.object({
  unread: z.int().check(z.nonnegative()),
  readUpTo: messageId,
  readAt: timeMs,
})
/** A parsed read mark of the messages topic. */
export type MessagesRead = z.infer<typeof messagesRead>
