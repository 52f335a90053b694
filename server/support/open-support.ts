/** Opens customer service: its topics, its endpoints, and the typing indicators for the desk. */
import type { Area } from '#server/platform/area.ts'
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

/** The area, with the typing indicators that the desk shows. */
export interface SupportArea extends Area {
  typing: Typing
}

/** Opens customer service. */
export function openSupport(needs: SupportNeeds): SupportArea {
  const { db, hub, config } = needs
  const parts: SupportParts = { ...needs, practice: config.practice }
  const typing = createTyping(needs)
  const edge = {
    db,
    support: createSupport(parts),
    desk: createSupportDesk(parts, typing),
    typing,
  }
  return {
    typing,
    routes: (http) => {
      supportRoutes(http, edge)
      supportDeskRoutes(http, edge)
    },
    topics: () => {
      hub.addPrivate(supportTopic(db))
      hub.addFleeting({ name: 'typing', quiet: { until: null } })
    },
  }
}
