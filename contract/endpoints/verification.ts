/** Endpoints of identity verification: the user uploads each photo first, then submits the form that names them. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { BARRED_ERRORS } from '#contract/errors.ts'
import { photoId, timeMs } from '#contract/scalars.ts'
import { presentedText, signedText } from '#contract/signed-text.ts'
import {
  STATEMENTS_MAX,
  PHOTO_MAX_BYTES,
  PHOTO_MEDIA_TYPES,
  photoPurpose,
  verification,
  verificationForm,
} from '#contract/verification.ts'

/**
 * Uploads one photo. The server decodes it, removes everything but the picture, encrypts it and stores it until a form
 * names it.
 */
export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/photos',
  access: 'user',
  stores: 'much',
  perMinute: 20,
  summary: 'Upload one photo; the reply has its id for the form',
  query: z.object({ purpose: photoPurpose }),
  upload: { mediaTypes: PHOTO_MEDIA_TYPES, maxBytes: PHOTO_MAX_BYTES },
  reply: z.object({ id: photoId, width: z.int(), height: z.int(), bytes: z.int() }),
  errors: [
    'photo_unsupported',
    'photo_too_large',
    'photo_too_narrow',
    'photo_too_slow',
    'photo_day_full',
    'photo_space_full',
    'photo_unreadable',
    'not_logged_in',
  ],
})

/** Returns one of the user's own photos as WebP, as long as it is stored. */
export const getPhoto = endpoint({
  method: 'GET',
  path: '/photos/:id',
  access: 'user',
  perMinute: 120,
  summary: "One of the user's own photos, while it is stored",
  params: z.object({ id: photoId }),
  reply: null,
  download: 'image/webp',
  errors: ['photo_tampered', 'not_logged_in'],
})

/** Returns the state of the user's verification. */
export const getVerification = endpoint({
  method: 'GET',
  path: '/verification',
  access: 'user',
  perMinute: 120,
  summary: 'The state of the identity review',
  reply: verification,
  errors: ['not_logged_in'],
})

/** Submits the identity for review. After a rejection it can be submitted again. */
export const submitVerification = endpoint({
  method: 'POST',
  path: '/verification',
  access: 'user',
  command: 'verification',
  secrets: ['idNumber'],
  perMinute: 10,
  summary: 'Submit the identity for review, again after a rejection',
  body: verificationForm,
  reply: verification,
  errors: [
    'already_verified',
    'verification_pending',
    'photo_unknown',
    ...BARRED_ERRORS,
    'key_missing',
    'key_reused',
    'key_expired',
    'not_logged_in',
  ],
})

/**
 * Deletes the identity photos after the decision. Their encryption key is destroyed, so that copies of their files are
 * unreadable.
 */
export const deletePhotos = endpoint({
  method: 'DELETE',
  path: '/verification/photos',
  access: 'user',
  perMinute: 20,
  summary: 'Delete the photos of a decided verification',
  reply: z.object({
    deletedAt: timeMs,
    /** What the device keeps, and shows to the server if the photos come back. Null if there were none. */
    statement: z.nullable(signedText),
  }),
  errors: ['verification_pending', 'not_logged_in'],
})

/**
 * Takes the server's own statements that photos were deleted, from the devices that keep them. If the photos are there,
 * because an older copy of the data was put back, the server deletes them.
 */
export const presentDeletions = endpoint({
  method: 'POST',
  path: '/verification/deletions',
  access: 'public',
  perMinute: 10,
  summary: 'Presents signed statements that photos were deleted',
  body: z.object({
    statements: z.array(presentedText).check(z.minLength(1), z.maxLength(STATEMENTS_MAX)),
  }),
  reply: z.object({}),
  errors: [],
})
