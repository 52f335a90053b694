/** Shared receipts: the code that opens one order's receipt to anyone who has it, until its user revokes it. */
import { z } from 'zod/mini'
import { orderId, timeMs } from '#contract/scalars.ts'

/** The digits of a code: base32 in lower case (RFC 4648), so that a code survives being read out or typed. */
export const SHARE_CODE_DIGITS = 'abcdefghijklmnopqrstuvwxyz234567'
/** Each digit has 5 random bits, so a code has 130. */
export const SHARE_CODE_LENGTH = 26

/** The code of a shared receipt. */
export const shareCode = z
  .string()
  .check(z.regex(/^[a-z2-7]{26}$/))
  .brand('ShareCode')
/** A parsed code of a shared receipt. */
export type ShareCode = z.infer<typeof shareCode>

/** How many receipts a user may share at a time. A revoked one does not count. */
export const SHARES_MAX = 100
/** How many receipts a user may share per UTC day, revoked ones included. */
export const SHARES_PER_DAY = 20

/** A receipt that is shared now. */
export const share = z.object({ code: shareCode, orderId, createdAt: timeMs })
export type Share = z.infer<typeof share>
