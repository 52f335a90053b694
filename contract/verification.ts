/** Who the user is: what is sent in, where its review stands, and what stays readable afterwards (masked). */
import { z } from 'zod'
import { rejectReason, reviewer } from '#contract/review.ts'
import { nationality, photoId, plainText, timeMs } from '#contract/scalars.ts'

export const photoPurpose = z.enum(['id_front', 'id_back', 'deposit_proof', 'support'])
export type PhotoPurpose = z.infer<typeof photoPurpose>
export const PHOTO_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const PHOTO_MAX_BYTES = 8 * 1024 * 1024
/** Checked from the header before anything is decoded; the app sends 2000 px a side at most. */
export const PHOTO_MAX_PIXELS = 12_000_000
/** Of width and height each: a decoder works row by row, and a row or column of millions costs it seconds. */
export const PHOTO_MAX_SIDE = 8_000
/** The long side over the short one: what is narrower shows nothing that anybody could review. */
export const PHOTO_MAX_ASPECT = 20
/** Of one user and day (UTC), as the pictures are kept; those deleted since count too. */
export const PHOTO_DAY_BYTES = 40_000_000
/** Of one user, all that are kept at a moment. */
export const PHOTO_TOTAL_BYTES = 200_000_000
/** Photos that belong to no submission yet are deleted after this. */
export const PHOTO_ORPHAN_MS = 24 * 3_600_000
/** After the decision, unless the user deletes them before. */
export const PHOTO_RETENTION_MS = 90 * 24 * 3_600_000
/** Proofs of deposits and pictures for customer service, after their case is closed, unless the server sets another. */
export const PICTURE_DAYS = 90

/** Names and numbers are judged by nationality (rules/identity-document.ts). */
export const verificationForm = z.object({
  name: plainText(2, 100),
  nationality,
  idNumber: plainText(4, 30),
  frontPhoto: photoId,
  backPhoto: photoId,
})

export const verificationStatus = z.enum(['none', 'verifying', 'verified', 'rejected'])
export type VerificationStatus = z.infer<typeof verificationStatus>

/** The user's own view; names and numbers come back masked only. */
export const verification = z.object({
  status: verificationStatus,
  name: z.string().nullable(),
  nationality: nationality.nullable(),
  idNumber: z.string().nullable(),
  submittedAt: timeMs.nullable(),
  decidedAt: timeMs.nullable(),
  reviewer: reviewer.nullable(),
  reason: rejectReason.nullable(),
  /** Until when the photos are kept; null: none are kept. */
  photosUntil: timeMs.nullable(),
})
export type Verification = z.infer<typeof verification>
