/** Opens own limits: their topic and endpoints. The SQL of orders and deposits enforces them. */
import * as rows from '#contract/endpoints/limits.ts'
import { createLimits, type LimitsParts, limitsTopic } from '#server/limits/limits.ts'
import type { Area } from '#server/platform/area.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Opens own limits. */
export function openLimits(needs: LimitsParts & { hub: SocketHub }): Area {
  const limits = createLimits(needs)
  return {
    routes: (http) => {
      bindRoute(http, rows.getOwnLimits, ({ session }) => limits.read(session.userId))
      bindRoute(http, rows.setOwnLimit, async ({ session, body }) => ({
        limits: await limits.set(session.userId, body),
      }))
      bindRoute(http, rows.pauseTrading, async ({ session, body }) => ({
        limits: await limits.pause(session.userId, body.length),
      }))
    },
    topics: () => needs.hub.addPrivate(limitsTopic(needs)),
  }
}
