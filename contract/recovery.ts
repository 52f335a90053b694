/**
 * Account recovery: a password or the second factor that was lost is replaced after two operators have compared the
 * asker with the verified identity, and after a wait in which any device of the account can veto.
 */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { z } from 'zod/mini'
import { accountName } from '#contract/account.ts'
import { rejectReason, reviewer } from '#contract/review.ts'
import { nationality, photoId, recoveryId, timeMs } from '#contract/scalars.ts'

/** How long a request waits for its two pictures. */
export const RECOVERY_PICTURES_MS = HOUR_MS
/**
 * The time from asking within which operators decide. A rejection is shown only when it is over, so that it looks like
 * a request for an account that does not exist.
 */
export const RECOVERY_REVIEW_MS = 3 * DAY_MS
/** The wait after the approval of the second operator, in which the account can veto. */
export const RECOVERY_WAIT_MS = 48 * HOUR_MS
/** How long a recovery can be opened after the wait. */
export const RECOVERY_READY_MS = 7 * DAY_MS
/** How long a recovery can be completed after it was opened. */
export const RECOVERY_OPEN_MS = HOUR_MS
/** How long withdrawals are held after a recovery. */
export const RECOVERY_HOLD_MS = 7 * DAY_MS
/** The pictures are destroyed when the recovery ends, and at the latest this long after asking. */
export const RECOVERY_PICTURES_KEPT_MS = 30 * DAY_MS

/** What was lost. Each is a recovery of its own. */
export const recoveryLost = z.enum(['login_password', 'trading_password', 'second_factor'])
/** The parsed part of the account that was lost. */
export type RecoveryLost = z.infer<typeof recoveryLost>

/** A picture taken for a recovery: of the document, and of the face with the document beside it. */
export const recoveryPicture = z.enum(['document', 'face'])
/** The parsed name of a picture. */
export type RecoveryPicture = z.infer<typeof recoveryPicture>

/**
 * The code by which an asker follows a recovery and completes it: 24 characters of Crockford base 32 (120 bits) in
 * groups of four. It is shown once. The server stores its hash.
 */
export const followCode = z
  .string()
  .check(z.regex(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/))
/** The token with which the pictures of one request are uploaded. It gives nothing else. */
export const recoveryUploadToken = z.string().check(z.regex(/^[\w-]{22}$/))

/**
 * A recovery as its asker follows it. An account that does not exist, has no verified identity or is at its limit is
 * shown the same `pictures`, `review` and `ended`.
 */
export const followedRecovery = z.object({
  lost: recoveryLost,
  /**
   * `pictures`: the two pictures are awaited. `review`: two operators decide. `waiting`: approved, and the account can
   * veto. `ready`: can be completed. `done`: completed. `ended`: without success.
   */
  state: z.enum(['pictures', 'review', 'waiting', 'ready', 'done', 'ended']),
  askedAt: timeMs,
  /** The pictures that were stored. */
  pictures: z.object({ document: z.boolean(), face: z.boolean() }),
  /**
   * When the state ends: by when the pictures are taken or the operators decide, from when it is ready, until when it
   * can be completed. Null once it is done or ended.
   */
  until: z.nullable(timeMs),
  /** Whether `openRecovery` was called, from which on it can be completed for one hour. */
  opened: z.boolean(),
})
/** A parsed recovery of its asker. */
export type FollowedRecovery = z.infer<typeof followedRecovery>

/**
 * The stored status. After two approvals a recovery is `waiting`, and stays so when it is ready; `opened` once the
 * asker opened it. `done`, `rejected`, `vetoed` and `lapsed` (a deadline passed) are final.
 */
export const recoveryStatus = z.enum([
  'pictures',
  'review',
  'waiting',
  'opened',
  'done',
  'rejected',
  'vetoed',
  'lapsed',
])
export type RecoveryStatus = z.infer<typeof recoveryStatus>

/** Who vetoed: a device that was logged in, or someone who knew the safety word. */
export const recoveryVeto = z.enum(['device', 'safety_word'])

/** A recovery of the account as its logged-in devices see it. `canVeto`: it is approved and not yet completed. */
export const ownRecovery = z.object({
  id: recoveryId,
  lost: recoveryLost,
  status: recoveryStatus,
  askedAt: timeMs,
  /** When the second operator approved. */
  approvedAt: z.nullable(timeMs),
  /** From when it can be completed. */
  readyAt: z.nullable(timeMs),
  endedAt: z.nullable(timeMs),
  vetoedBy: z.nullable(recoveryVeto),
  canVeto: z.boolean(),
})
/** A parsed recovery of the own account. */
export type OwnRecovery = z.infer<typeof ownRecovery>

/** A recovery as the desk lists it. Requests for unknown accounts are not listed. */
export const deskRecovery = z.object({
  id: recoveryId,
  account: accountName,
  lost: recoveryLost,
  status: recoveryStatus,
  askedAt: timeMs,
  /** By when operators decide. Later it has lapsed. */
  decideBy: timeMs,
  /** The vetoes against recoveries of this account in the 30 days before asking. 1 or more: a further attempt. */
  earlierVetoes: z.int().check(z.nonnegative()),
  /** The first operator's approval; null before it. It never waits for the one who gave it. */
  proposal: z.nullable(z.object({ by: reviewer, at: timeMs })),
  /** The second operator who approved, or the one who rejected. */
  decidedBy: z.nullable(reviewer),
  decidedAt: z.nullable(timeMs),
  reason: z.nullable(rejectReason),
  readyAt: z.nullable(timeMs),
  endedAt: z.nullable(timeMs),
  vetoedBy: z.nullable(recoveryVeto),
})
/** A parsed recovery of the desk's list. */
export type DeskRecovery = z.infer<typeof deskRecovery>

/** A recovery with the verified identity to compare with. Every view is recorded in the operator log. */
export const deskRecoveryDetail = z.extend(deskRecovery, {
  name: z.string(),
  nationality,
  idNumber: z.string(),
  verifiedAt: timeMs,
  /** The photos of the verified document. Null once they are deleted. They open with a written reason. */
  frontPhoto: z.nullable(photoId),
  backPhoto: z.nullable(photoId),
  /** The pictures of this request that are stored. */
  pictures: z.object({ document: z.boolean(), face: z.boolean() }),
  /** Whether the account is locked now. */
  locked: z.boolean(),
  /** The other recoveries of the account, newest first, at most 20. */
  others: z.array(
    z.object({
      id: recoveryId,
      lost: recoveryLost,
      status: recoveryStatus,
      askedAt: timeMs,
      vetoedBy: z.nullable(recoveryVeto),
    }),
  ),
})
/** A parsed recovery with its identity. */
export type DeskRecoveryDetail = z.infer<typeof deskRecoveryDetail>

const count = z.int().check(z.nonnegative())
/** How often accounts were recovered in a period, by whom and with which end. */
export const recoverySums = z.object({
  /** Requests by their status now, without those for unknown accounts. */
  byStatus: z.record(recoveryStatus, count),
  byLost: z.record(recoveryLost, count),
  /** Requests for accounts that do not exist, are not verified or were at their limit. */
  withoutAccount: count,
  /** Of the vetoed ones, how many by the safety word. */
  vetoedByWord: count,
  /** What each operator did, by name. */
  byOperator: z.array(
    z.object({ operator: reviewer, proposed: count, approved: count, rejected: count }),
  ),
})
export type RecoverySums = z.infer<typeof recoverySums>
