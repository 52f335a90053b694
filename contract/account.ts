/** A user's own data as the API and the socket carry it: profile, balance and messages. */
import { z } from 'zod'
import { announcementTexts } from '#contract/announcement.ts'
import { messageId, money, signedMoney, timeMs } from '#contract/scalars.ts'

/** An account name, the user id of the specification (section 5): 6 to 12 letters, digits or underscores. */
export const accountName = z.string().min(6).max(12).regex(/^\w+$/)
/** Minimum length of the login and the trading password, in UTF-16 code units. */
export const PASSWORD_MIN = 10
/** Maximum length of either password, in UTF-16 code units. It bounds the cost of hashing. */
export const PASSWORD_MAX = 128
/** A new login or trading password. The server also rejects common ones (`password_too_common`). */
export const password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX)
/** A phone number in E.164 with the leading plus. The server validates it further with libphonenumber. */
export const phone = z.string().regex(/^\+[1-9]\d{5,14}$/)
/** An opening code (invitation): 10 characters of Crockford base 32, that is 50 bits, without I, L, O and U. */
export const openingCode = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/)

/** The profile of the logged-in user, as `POST /session` and `GET /me` return it. */
export const me = z.object({
  account: accountName,
  nickname: z.string(),
  openingCode,
  level: z.literal('ordinary'),
  createdAt: timeMs,
})
/** The parsed profile of the logged-in user. `createdAt` is a branded number of milliseconds. */
export type Me = z.infer<typeof me>

/**
 * The balance of one user: the reply of `GET /balance` and the data of the balance topic. `version` grows with every
 * change, so that a client never replaces a newer balance with an older one.
 */
export const balance = z.object({
  version: z.int().nonnegative(),
  available: money,
  staked: money,
  /** Money that is held for withdrawals until they are decided. */
  held: money,
  /** Money in the balance fund, both confirmed and pending. */
  fund: money,
  /** The sum of `available`, `staked`, `held` and `fund`. */
  total: money,
  /** The result of all settled orders since the account was opened. */
  profitAndLoss: signedMoney,
  /** The result of the orders settled on the current business day (UTC). It is zero again from `endsAt`. */
  today: z.object({ profitAndLoss: signedMoney, endsAt: timeMs }),
  /** When the user can request practice money again; null means now. */
  practiceNextAt: timeMs.nullable(),
})
/** The parsed balance. Amounts are bigint minor units (1/100). */
export type Balance = z.infer<typeof balance>

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
    'log_ins_refused',
    'fund_redemption_paid',
    'announcement',
    'price_alert',
  ]),
  params: z.record(z.string(), z.string()),
  /** Only set for an announcement: its texts by language. */
  texts: announcementTexts.optional(),
  sentAt: timeMs,
  readAt: timeMs.nullable(),
})
/** A parsed system message. `readAt` is null while it is unread. */
export type Message = z.infer<typeof message>

/**
 * A delta of the messages topic: every message up to `readUpTo` was read by `readAt`, on any device of the user.
 * `unread` counts the messages that came after it.
 */
export const messagesRead = z.object({
  unread: z.int().nonnegative(),
  readUpTo: messageId,
  readAt: timeMs,
})
/** A parsed read mark of the messages topic. */
export type MessagesRead = z.infer<typeof messagesRead>
