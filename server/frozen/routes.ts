/** The desk's endpoints for what a check has frozen. */
import type { FastifyInstance } from 'fastify'
import { deskFrozenList, endFrozen } from '#contract/endpoints/desk-frozen.ts'
import type { Frozen } from '#server/frozen/frozen.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Registers the endpoints. */
export function frozenRoutes(app: FastifyInstance, frozen: Frozen): void {
  bindRoute(app, deskFrozenList, ({ query: { ended, after } }) =>
    frozen.list({ ended: ended !== undefined, after }),
  )
  bindRoute(app, endFrozen, ({ params: { id }, body: { step }, session }) =>
    frozen.step({ id, step, actor: session }),
  )
}
