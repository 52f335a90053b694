/** Accounts: names, passwords and the profile of the logged-in user. */
import { z } from 'zod/mini'
import { timeMs } from '#contract/scalars.ts'

/** An account name, the user id of the specification (section 5): 6 to 12 letters, digits or underscores. */
export const accountName = z.string().check(z.minLength(6), z.maxLength(12), z.regex(/^\w+$/))
/** Minimum length of the login and the trading password, in UTF-16 code units. */
export const PASSWORD_MIN = 10
/** Maximum length of either password, in UTF-16 code units. It bounds the cost of hashing. */
export const PASSWORD_MAX = 128
/** A new login or trading password. The server also rejects common ones (`password_too_common`). */
export const password = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))
/** A phone number in E.164 with the leading plus. The server validates it further with libphonenumber. */
export const phone = z.string().check(z.regex(/^\+[1-9]\d{5,14}$/))
/** An opening code (invitation): 10 characters of Crockford base 32, that is 50 bits, without I, L, O and U. */
export const openingCode = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/))

/** The profile of the logged-in user, as `POST /session` and `GET /me` return it. */
export const me = z.object({
  account: accountName,
  nickname: z.string(),
  openingCode,
  level: z.literal('ordinary'),
  createdAt: timeMs,
  /** Whether the user is a guest, who has not registered yet. Answers stored by earlier versions of the app lack it. */
  guest: z._default(z.boolean(), false),
})
/** The parsed profile of the logged-in user. `createdAt` is a branded number of milliseconds. */
export type Me = z.infer<typeof me>
