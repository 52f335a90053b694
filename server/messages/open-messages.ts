/** Opens messages: their endpoints, their topic, and the job that sends announcements. */
import type { FastifyInstance } from 'fastify'
import { createAnnouncements } from '#server/messages/announcements.ts'
import { type Announcer, type AnnouncerParts, createAnnouncer } from '#server/messages/announcer.ts'
import { messagesTopic } from '#server/messages/messages.ts'
import { createOwnMessages } from '#server/messages/own-messages.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

/** What messages need. */
export interface MessagesNeeds extends AnnouncerParts {
  hub: SocketHub
}

/** The life cycle of messages. */
export interface MessagesArea {
  /** Resumes sending announcements that have not reached all users yet. */
  start(): void
  stop(): Promise<void>
}

/** Opens messages and registers their endpoints. */
export function openMessages(http: FastifyInstance, needs: MessagesNeeds): MessagesArea {
  const announcer: Announcer = createAnnouncer(needs)
  const announcements = createAnnouncements({ ...needs, onSent: () => announcer.ring() })
  needs.hub.addPrivate(messagesTopic(needs.db))
  messageRoutes(http, { messages: createOwnMessages(needs), announcements })
  return { start: () => announcer.ring(), stop: () => announcer.stop() }
}
