/** The endpoint that gives a checkpoint as a signed note, for witnesses. */
import { createPublicKey } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { getCheckpointNote } from '#contract/endpoints/history.ts'
import { noteText, noteVerifierKey, signedNote } from '#server/market/signed-note.ts'
import { readKeys, readTree } from '#server/market/checkpoint-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Signer } from '#server/platform/signer.ts'

const KEY_BYTES = 32

/** Registers the endpoint. */
export function noteRoutes(
  app: FastifyInstance,
  { db, signer }: { db: Queryable; signer: Signer },
): void {
  const der = createPublicKey(signer.publicKeyPem).export({ type: 'spki', format: 'der' })
  const publicKey = der.subarray(-KEY_BYTES)

  bindRoute(app, getCheckpointNote, async ({ params: { number }, reply }) => {
    const [root, [first]] = await Promise.all([readTree(db, number), readKeys(db)])
    if (root === undefined || first === undefined) throw new Rejected('not_found')
    const origin = `fairtick-log-${first.keyId}`
    const text = noteText({ origin, size: number, root })
    const key = { name: origin, publicKey }
    const signature = Buffer.from(signer.sign(text), 'base64')
    reply.type('text/plain; charset=utf-8')
    reply.header('x-verifier-key', noteVerifierKey(key))
    return Buffer.from(signedNote(text, [{ ...key, signature }]))
  })
}
