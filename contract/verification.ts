/**
 * Identity verification: what the user submits, the state of its review, and what stays readable afterwards (masked).
 */
import { DAY_MS } from '#contract/time.ts'
import { z } from 'zod/mini'
import { rejectReason, reviewer } from '#contract/review.ts'
import { nationality, photoId, shownText, timeMs } from '#contract/scalars.ts'

/** What an uploaded photo is for. */
export const photoPurpose = z.enum(['id_front', 'id_back', 'deposit_proof', 'support'])
export type PhotoPurpose = z.infer<typeof photoPurpose>
/** The media types that photo uploads accept. */
export const PHOTO_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Maximum size of one upload, in bytes. */
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024
/** Maximum number of pixels, checked from the header before decoding. The app sends at most 2,000 pixels per side. */
export const PHOTO_MAX_PIXELS = 12_000_000
/**
 * Maximum width and height in pixels. A decoder works row by row, so millions of rows or columns would take seconds.
 */
export const PHOTO_MAX_SIDE = 8_000
/** Maximum ratio of the long side to the short one. A narrower picture shows nothing that can be reviewed. */
export const PHOTO_MAX_ASPECT = 20
/** Maximum bytes per user and day (UTC), counted as stored. Photos that were deleted since then still count. */
export const PHOTO_DAY_BYTES = 40_000_000
/** Maximum bytes of all photos stored for one user. */
export const PHOTO_TOTAL_BYTES = 200_000_000
/** Photos that no submission refers to are deleted after this time. */
export const PHOTO_ORPHAN_MS = DAY_MS
/** Identity photos are deleted this long after the decision, unless the user deletes them earlier. */
export const PHOTO_RETENTION_MS = 90 * DAY_MS
/** How many statements of the server that photos were deleted a device keeps: the newest ones. */
export const STATEMENTS_MAX = 20
/**
 * Proofs of deposits and pictures for customer service are deleted this many days after their case is closed. The
 * server's configuration can override it.
 */
export const PICTURE_DAYS = 90

/** The identity that a user submits. Names and numbers are validated by nationality (rules/identity-document.ts). */
export const verificationForm = z.object({
  name: shownText(2, 100),
  nationality,
  idNumber: shownText(4, 30),
  frontPhoto: photoId,
  backPhoto: photoId,
})

/** The state of a user's verification. After `rejected` the user can submit again. */
export const verificationStatus = z.enum(['none', 'verifying', 'verified', 'rejected'])
/** The parsed state of a verification. */
export type VerificationStatus = z.infer<typeof verificationStatus>

/**
 * The user's own view of their verification. Names and numbers are masked, and fields are null until they are known.
 */
export const verification = z.object({
  status: verificationStatus,
  name: z.nullable(z.string()),
  nationality: z.nullable(nationality),
  idNumber: z.nullable(z.string()),
  submittedAt: z.nullable(timeMs),
  decidedAt: z.nullable(timeMs),
  reviewer: z.nullable(reviewer),
  reason: z.nullable(rejectReason),
  /** When the photos will be deleted; null if none are stored. */
  photosUntil: z.nullable(timeMs),
})
/** The parsed view of a verification. */
export type Verification = z.infer<typeof verification>
