/** A user's own data: profile, balance and messages. */
import { z } from 'zod'
import { messageId, money, timeMs } from '#contract/scalars.ts'

/** User id: 6 to 12 word characters (spec section 5). */
export const accountName = z.string().regex(/^\w{6,12}$/)
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
  total: money,
  /** When practice money can be had again; null means now. */
  practiceNextAt: timeMs.nullable(),
})
export type Balance = z.infer<typeof balance>

/** A system message: the client writes the text from `kind` and `params`. */
export const message = z.object({
  id: messageId,
  kind: z.enum(['welcome', 'order_void']),
  params: z.record(z.string(), z.string()),
  sentAt: timeMs,
  readAt: timeMs.nullable(),
})
export type Message = z.infer<typeof message>
