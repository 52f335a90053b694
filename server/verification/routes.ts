/** The endpoints of the verification. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/verification.ts'
import { readDeletion } from '#rules/deletion.ts'
import { readKeys } from '#server/market/checkpoint-store.ts'
import { Rejected } from '#server/platform/errors.ts'
import { bindCostlyRoute } from '#server/platform/http/costly-route.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'
import { isSignedByOneOf } from '#server/platform/signer.ts'
import type { PhotoRetention } from '#server/verification/photo-retention.ts'
import type { Photos } from '#server/verification/photos.ts'
import { type SubmitParts, submitVerification } from '#server/verification/submit.ts'
import { verificationOf } from '#server/profile/verification.ts'

/** What the endpoints need. */
export interface VerificationEdge extends SubmitParts {
  photos: Photos
  retention: PhotoRetention
}

/**
 * A photo is only shown as an image in our own pages. These headers prevent that it is embedded, run or named
 * otherwise.
 */
export const PHOTO_HEADERS = {
  'content-disposition': 'inline; filename="photo.webp"',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Registers the endpoints. */
export function verificationRoutes(app: FastifyInstance, edge: VerificationEdge): void {
  const { db, photos, retention } = edge

  bindRoute(app, rows.uploadPhoto, ({ session, query, body }) => {
    // Only declared media types are read as bytes.
    if (!Buffer.isBuffer(body)) throw new Rejected('photo_unsupported')
    return photos.add({ userId: session.userId, purpose: query.purpose, bytes: body })
  })
  bindCostlyRoute(app, rows.getPhoto, async ({ session, params, reply }) => {
    const webp = await photos.open({ photoId: BigInt(params.id), userId: session.userId })
    reply.headers(PHOTO_HEADERS)
    return webp
  })
  bindRoute(app, rows.getVerification, ({ session }) => verificationOf(db, session.userId))
  bindRoute(app, rows.submitVerification, async ({ command, body }) =>
    rawReply(await submitVerification(edge, { ...command, form: body })),
  )
  bindRoute(app, rows.deletePhotos, ({ session }) => retention.deleteOf(session.userId))
  bindRoute(app, rows.presentDeletions, async ({ body }) => {
    const keys = await readKeys(db)
    for (const signed of body.statements) {
      const deletion = readDeletion(signed.text)
      if (deletion === null || !(await isSignedByOneOf(keys, signed))) continue
      await retention.deleteReturned(deletion.photos)
    }
    return {}
  })
}
