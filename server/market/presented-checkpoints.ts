/** The endpoint to which devices present checkpoints that the server does not show, although its key signed them. */
import type { FastifyInstance } from 'fastify'
import { presentCheckpoints } from '#contract/endpoints/history.ts'
import type { SignedText } from '#contract/settlement-receipt.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { presentCheckpoint, readKeys } from '#server/market/checkpoint-store.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/logging.ts'
import { isSignedByOneOf } from '#server/platform/signer.ts'

/** What the endpoint needs. */
export interface PresentedParts {
  pools: Pick<Pools, 'app' | 'auditor'>
  log: Logger
}

/** Registers the endpoint. */
export function presentedRoutes(app: FastifyInstance, { pools, log }: PresentedParts): void {
  bindRoute(app, presentCheckpoints, async ({ body }) => {
    const keys = await readKeys(pools.app)
    const isLost = async (signed: SignedText): Promise<boolean> => {
      if (readCheckpointText(signed.text) === null) return false
      if (!(await isSignedByOneOf(keys, signed))) return false
      return presentCheckpoint(pools.auditor, signed)
    }
    const found = await Promise.all(body.checkpoints.map(isLost))
    const lost = found.includes(true)
    if (lost) log.fatal('the data are an older copy: a device has newer checkpoints')
    return { lost }
  })
}
