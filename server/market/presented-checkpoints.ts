/** The endpoint to which devices present checkpoints that the server does not show, although its key signed them. */
import { verify } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { presentCheckpoints } from '#contract/endpoints/history.ts'
import type { SignedText } from '#contract/settlement-receipt.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { presentCheckpoint, readKeys } from '#server/market/checkpoint-store.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/logging.ts'

/** What the endpoint needs. */
export interface PresentedParts {
  pools: Pick<Pools, 'app' | 'auditor'>
  log: Logger
}

/** Registers the endpoint. */
export function presentedRoutes(app: FastifyInstance, { pools, log }: PresentedParts): void {
  bindRoute(app, presentCheckpoints, async ({ body }) => {
    const keys = await readKeys(pools.app)
    const isSigned = ({ text, signature, keyId }: SignedText): boolean => {
      const key = keys.find((each) => each.keyId === keyId)
      const parts = [Buffer.from(text), Buffer.from(signature, 'base64')] as const
      return key !== undefined && verify(null, parts[0], key.publicKey, parts[1])
    }
    const shown = body.checkpoints.filter(
      (signed) => readCheckpointText(signed.text) !== null && isSigned(signed),
    )
    const found = await Promise.all(shown.map((signed) => presentCheckpoint(pools.auditor, signed)))
    const lost = found.includes(true)
    if (lost) log.fatal('the data are an older copy: a device has newer checkpoints')
    return { lost }
  })
}
