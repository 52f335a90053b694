/** Opens own limits: their topic and endpoints. The SQL of orders and deposits enforces them. */
import * as rows from '#contract/endpoints/limits.ts'
import { createLimits, type LimitsParts, limitsTopic } from '#server/limits/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { LimitOwner } from '#server/limits/limits-store.ts'
import type { Session } from '#server/platform/session-reader.ts'
import { type LogInCookies, sessionSecretIn } from '#server/platform/http/cookies.ts'
import type { Area } from '#server/platform/area.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { bindRoute } from '#server/platform/http/route.ts'

interface OwnCall {
  session: Session
  request: FastifyRequest
}

/** Opens own limits. */
export function openLimits(needs: LimitsParts & { hub: SocketHub; cookies: LogInCookies }): Area {
  const limits = createLimits(needs)
  const ownerOf = ({ session, request }: OwnCall): LimitOwner => ({
    userId: session.userId,
    secret: sessionSecretIn(needs.cookies, request),
  })
  return {
    routes: (http) => {
      bindRoute(http, rows.getOwnLimits, ({ session }) => limits.read(session.userId))
      bindRoute(http, rows.setOwnLimit, async ({ body, ...call }) => ({
        limits: await limits.set(ownerOf(call), body),
      }))
      bindRoute(http, rows.pauseTrading, async ({ body, ...call }) => ({
        limits: await limits.pause(ownerOf(call), body.length),
      }))
    },
    topics: () => needs.hub.addPrivate(limitsTopic(needs)),
  }
}
