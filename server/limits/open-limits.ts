/** Own limits put together: their topic and their endpoints. Orders and deposits are refused inside their own SQL. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/limits.ts'
import { createLimits, type LimitsParts, limitsTopic } from '#server/limits/limits.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { bindRoute } from '#server/platform/http/route.ts'

export function openLimits(http: FastifyInstance, needs: LimitsParts & { hub: SocketHub }): void {
  const limits = createLimits(needs)
  needs.hub.addPrivate(limitsTopic(needs))
  bindRoute(http, rows.getOwnLimits, ({ session }) => limits.read(session.userId))
  bindRoute(http, rows.setOwnLimit, async ({ session, body }) => ({
    limits: await limits.set(session.userId, body),
  }))
  bindRoute(http, rows.pauseTrading, async ({ session, body }) => ({
    limits: await limits.pause(session.userId, body.length),
  }))
}
