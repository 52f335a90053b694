/** Opens own limits: their topic and endpoints. The SQL of orders and deposits enforces them. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/limits.ts'
import { createLimits, type LimitsParts, limitsTopic } from '#server/limits/limits.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Opens own limits and registers their endpoints. */
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
