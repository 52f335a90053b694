/** Opens customer service: its topics, its endpoints, and the typing indicators for the desk. */
import type { FastifyInstance } from 'fastify'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import { supportDeskRoutes, supportRoutes } from '#server/support/routes.ts'
import { createSupportDesk } from '#server/support/staff.ts'
import { createSupport, type SupportParts, supportTopic } from '#server/support/support.ts'
import { createTyping, type Typing } from '#server/support/typing.ts'

/** What customer service needs. */
export interface SupportNeeds extends Omit<SupportParts, 'hub' | 'practice'> {
  hub: SocketHub
  config: { practice: boolean }
}

/** Opens customer service and registers its endpoints. */
export function openSupport(http: FastifyInstance, needs: SupportNeeds): Typing {
  const { db, hub, config } = needs
  const parts: SupportParts = { ...needs, practice: config.practice }
  const typing = createTyping(needs)
  hub.addPrivate(supportTopic(db))
  hub.addFleeting({ name: 'typing', quiet: { until: null } })
  const edge = {
    db,
    support: createSupport(parts),
    desk: createSupportDesk(parts, typing),
    typing,
  }
  supportRoutes(http, edge)
  supportDeskRoutes(http, edge)
  return typing
}
