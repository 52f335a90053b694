/**
 * The live profile of a user for the personal centre: who the user is, and the state of verification, payout account
 * and second factors.
 */
import { z } from 'zod/mini'
import { me } from '#contract/account.ts'
import { payoutAccount } from '#contract/payout.ts'
import { shownText, timeMs } from '#contract/scalars.ts'
import { verification } from '#contract/verification.ts'

/** Minimum length of the safety word, in UTF-16 code units. */
export const SAFETY_WORD_MIN = 2
/** Maximum length of the safety word, in UTF-16 code units. */
export const SAFETY_WORD_MAX = 20
/** A word that a user chooses and that every official message repeats. */
export const safetyWord = shownText(SAFETY_WORD_MIN, SAFETY_WORD_MAX)

/** The second factors of a user: which are on, and the passkeys. */
export const factors = z.object({
  totp: z.boolean(),
  /**
   * Whether the log-in asks for a second factor while one is on. Profiles cached by earlier versions of the app lack
   * it.
   */
  atLogIn: z._default(z.boolean(), true),
  recoveryCodesLeft: z.int().check(z.nonnegative()),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: timeMs,
      lastUsedAt: z.nullable(timeMs),
      /**
       * When the passkey will be removed, because the user reported it lost. Using it cancels the removal. Null if no
       * removal is scheduled.
       */
      removalAt: z._default(z.nullable(timeMs), null),
    }),
  ),
})
/** The parsed second factors of a user. */
export type Factors = z.infer<typeof factors>

/**
 * The whole state of the profile topic; every delta is a whole profile too. The app computes the credit score from it
 * (rules/credit-score.ts).
 */
export const profile = z.extend(me, {
  /** It grows with every change, so that a client never replaces a newer profile with an older one. */
  version: z.int().check(z.nonnegative()),
  /** The masked phone number: `•••• 5678`. */
  phone: z.string(),
  verification,
  payoutAccount: z.nullable(payoutAccount),
  factors,
  completedPayouts: z.int().check(z.nonnegative()),
  /** The number of users who registered with this user's opening code. */
  invited: z.int().check(z.nonnegative()),
  /** The word that the app shows on every official message to this user; null if the user has not chosen one. */
  safetyWord: z.nullable(z.string()),
})
/** The parsed profile of a user. */
export type Profile = z.infer<typeof profile>
