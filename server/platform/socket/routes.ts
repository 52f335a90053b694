/** The endpoints of pages without a socket. */
import type { FastifyInstance } from 'fastify'
import { pollFrames, pollOwnFrames } from '#contract/endpoints/frames.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

/** Binds the endpoints. The public one never answers with topics of a user, whatever cookie comes with it. */
export function frameRoutes(app: FastifyInstance, hub: Pick<SocketHub, 'poll'>): void {
  bindRoute(app, pollFrames, async ({ body }) =>
    rawReply(await hub.poll({ session: null, operator: null }, body)),
  )
  bindRoute(app, pollOwnFrames, async ({ body, session }) =>
    rawReply(await hub.poll({ session, operator: null }, body)),
  )
}
