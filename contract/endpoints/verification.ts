/** Proving who one is: photos first, each by itself, then the form that names them. */
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { photoId, timeMs } from '#contract/scalars.ts'
import {
  PHOTO_MAX_BYTES,
  PHOTO_MEDIA_TYPES,
  photoPurpose,
  verification,
  verificationForm,
} from '#contract/verification.ts'

/** The photo is decoded, stripped of everything but its picture, encrypted and kept until a form names it. */
export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/photos',
  access: 'user',
  perMinute: 20,
  summary: 'Send one photo; the answer names it for the form',
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

export const getPhoto = endpoint({
  method: 'GET',
  path: '/photos/:id',
  access: 'user',
  perMinute: 120,
  summary: "One of the user's own photos, while it is kept",
  params: z.object({ id: photoId }),
  reply: null,
  download: 'image/webp',
  errors: ['not_logged_in'],
})

export const getVerification = endpoint({
  method: 'GET',
  path: '/verification',
  access: 'user',
  perMinute: 120,
  summary: 'Where the review of the identity stands',
  reply: verification,
  errors: ['not_logged_in'],
})

export const submitVerification = endpoint({
  method: 'POST',
  path: '/verification',
  access: 'user',
  command: 'verification',
  secrets: ['idNumber'],
  perMinute: 10,
  summary: 'Send the identity in for review; after a rejection, again',
  body: verificationForm,
  reply: verification,
  errors: [
    'already_verified',
    'verification_pending',
    'photo_unknown',
    'key_missing',
    'key_reused',
    'not_logged_in',
  ],
})

/** Only once the review has decided; the key is destroyed, so the bytes are gone too. */
export const deletePhotos = endpoint({
  method: 'DELETE',
  path: '/verification/photos',
  access: 'user',
  perMinute: 20,
  summary: 'Delete the photos of a decided verification',
  reply: z.object({ deletedAt: timeMs }),
  errors: ['verification_pending', 'not_logged_in'],
})
