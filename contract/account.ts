/** A user's own data: profile, balance and messages. */
import { z } from 'zod'
import { announcementTexts } from '#contract/announcement.ts'
import { messageId, money, signedMoney, timeMs } from '#contract/scalars.ts'

/** User id: 6 to 12 word characters (spec section 5). */
export const accountName = z.string().min(6).max(12).regex(/^\w+$/)
export const PASSWORD_MIN = 10
export const PASSWORD_MAX = 128
export const password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX)
/** E.164 with the leading plus; libphonenumber decides in the identity rules. */
export const phone = z.string().regex(/^\+[1-9]\d{5,14}$/)
/** 10 characters of Crockford base 32: 50 bits, no I, L, O, U. */
export const openingCode = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/)

export const me = z.object({
  account: accountName,
  nickname: z.string(),
  openingCode,
  level: z.literal('ordinary'),
  createdAt: timeMs,
})
export type Me = z.infer<typeof me>

/** `version` grows with every change: a client never shows an older one. */
export const balance = z.object({
  version: z.int().nonnegative(),
  available: money,
  staked: money,
  /** Held for withdrawals in review. */
  held: money,
  /** In the balance fund, confirmed and pending. */
  fund: money,
  /** Everything that is the user's: available, staked, held and in the fund. */
  total: money,
  /** Of all settled orders since the account was opened. */
  profitAndLoss: signedMoney,
  /** Of the orders settled since the business day (UTC) began; zero again from `endsAt` on. */
  today: z.object({ profitAndLoss: signedMoney, endsAt: timeMs }),
  /** When practice money can be had again; null means now. */
  practiceNextAt: timeMs.nullable(),
})
export type Balance = z.infer<typeof balance>

/** A system message: the client writes the text from `kind` and `params`. */
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
  /** Of an announcement: what it says. */
  texts: announcementTexts.optional(),
  sentAt: timeMs,
  readAt: timeMs.nullable(),
})
export type Message = z.infer<typeof message>

/** Every message up to `readUpTo` was read by `readAt`, on whatever device; `unread` came after it. */
export const messagesRead = z.object({
  unread: z.int().nonnegative(),
  readUpTo: messageId,
  readAt: timeMs,
})
export type MessagesRead = z.infer<typeof messagesRead>
