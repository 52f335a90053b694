/** The endpoints of single checkpoints: those that devices present, and notes for witnesses. */
import type { FastifyInstance } from 'fastify'
import { presentCheckpoints } from '#contract/endpoints/history.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { noteRoutes } from '#server/market/checkpoint-note.ts'
import { presentCheckpoint, readKeys } from '#server/market/checkpoint-store.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { Logger } from '#server/platform/logging.ts'
import { isSignedByOneOf, type Signer } from '#server/platform/signer.ts'

/** What the endpoints need. */
export interface CheckpointParts {
  pools: Pick<Pools, 'app' | 'auditor'>
  log: Logger
  signer: Signer
}

/** Registers the endpoints. */
export function checkpointRoutes(
  app: FastifyInstance,
  { pools, log, signer }: CheckpointParts,
): void {
  noteRoutes(app, { db: pools.app, signer })
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
