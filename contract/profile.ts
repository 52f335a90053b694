/** The user as the personal centre shows them, live: who they are and how far each matter of theirs has come. */
import { z } from 'zod'
import { me } from '#contract/account.ts'
import { payoutAccount } from '#contract/payout.ts'
import { plainText, timeMs } from '#contract/scalars.ts'
import { verification } from '#contract/verification.ts'

export const SAFETY_WORD_MIN = 2
export const SAFETY_WORD_MAX = 20
/** A word that a user chooses and that every official message repeats. */
export const safetyWord = plainText(SAFETY_WORD_MIN, SAFETY_WORD_MAX)

/** Second factors that are on. */
export const factors = z.object({
  totp: z.boolean(),
  /** Whether the log-in asks for one, while one is on. Left out by what a device kept of an earlier version. */
  atLogIn: z.boolean().default(true),
  recoveryCodesLeft: z.int().nonnegative(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: timeMs,
      lastUsedAt: timeMs.nullable(),
      /** When it goes, unless it is used before: the user said that it is lost. Null: it stays. */
      removalAt: timeMs.nullable().default(null),
    }),
  ),
})
export type Factors = z.infer<typeof factors>

/** A whole state with each change. The credit score is worked out from it (rules/credit-score.ts). */
export const profile = me.extend({
  /** Grows with every change: a client never shows an older one. */
  version: z.int().nonnegative(),
  /** `•••• 5678` */
  phone: z.string(),
  verification,
  payoutAccount: payoutAccount.nullable(),
  factors,
  completedPayouts: z.int().nonnegative(),
  /** How many registered with this user's opening code. */
  invited: z.int().nonnegative(),
  /** What the user chose to stand on every official message; null: none yet. */
  safetyWord: z.string().nullable(),
})
export type Profile = z.infer<typeof profile>
