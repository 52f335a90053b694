/** Opens messages: their endpoints, their topic, and the job that sends announcements. */
import { createAnnouncements } from '#server/messages/announcements.ts'
import { type Announcer, type AnnouncerParts, createAnnouncer } from '#server/messages/announcer.ts'
import { messagesTopic } from '#server/messages/messages.ts'
import { createOwnMessages } from '#server/messages/own-messages.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import type { Area } from '#server/platform/area.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

/** What messages need. */
export interface MessagesNeeds extends AnnouncerParts {
  hub: SocketHub
}

/** Opens messages. They start by resuming announcements that have not reached all users yet. */
export function openMessages(needs: MessagesNeeds): Area {
  const announcer: Announcer = createAnnouncer(needs)
  const announcements = createAnnouncements({ ...needs, onSent: () => announcer.ring() })
  return {
    routes: (http) => messageRoutes(http, { messages: createOwnMessages(needs), announcements }),
    topics: () => needs.hub.addPrivate(messagesTopic(needs.db)),
    start: () => announcer.ring(),
    stop: () => announcer.stop(),
  }
}
