/** Mail to users: the address that a user confirmed, to which the server sends that something happened. */
import { z } from 'zod/mini'
import { timeMs } from '#contract/scalars.ts'

export const MAIL_CODE_DIGITS = 8

/** Each label of the host has up to 63 letters, digits and inner hyphens. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/** A mail address without a name, quotes or comments, so that it is one recipient in any header. */
export const mailAddress = z.string().check(z.maxLength(254), z.regex(ADDRESS))

/** The code of a mail, as typed. */
export const mailCode = z.string().check(z.length(MAIL_CODE_DIGITS), z.regex(/^\d+$/))

/** A user's mail address. Addresses are masked, as in `a***@mail.example`. */
export const mailState = z.object({
  /** Whether this server sends mail. */
  available: z.boolean(),
  /** The confirmed address. */
  used: z.nullable(
    z.object({
      address: z.string(),
      confirmedAt: timeMs,
      /** Whether its mail server refused several mails in a row for good, so that none is sent any more. */
      unusable: z.boolean(),
    }),
  ),
  /** The address that waits for its code. */
  asked: z.nullable(
    z.object({ address: z.string(), expiresAt: timeMs, triesLeft: z.int().check(z.nonnegative()) }),
  ),
})
/** A user's parsed mail address. */
export type MailState = z.infer<typeof mailState>

/** What waits to be sent by mail or to the operator's own system, and what failed. Only channels that are on. */
export const outletState = z.array(
  z.object({
    channel: z.enum(['mail', 'webhook']),
    waiting: z.int().check(z.nonnegative()),
    /** When the oldest of them was stored. Null if none waits. */
    oldest: z.nullable(timeMs),
    /** Within the last 24 hours. */
    failed: z.int().check(z.nonnegative()),
  }),
)
