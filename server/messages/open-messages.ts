/** Messages put together: their endpoints, their topic, and the job that tells announcements. */
import type { FastifyInstance } from 'fastify'
import { createAnnouncements } from '#server/messages/announcements.ts'
import { type Announcer, type AnnouncerParts, createAnnouncer } from '#server/messages/announcer.ts'
import { messagesTopic } from '#server/messages/messages.ts'
import { createOwnMessages } from '#server/messages/own-messages.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

export interface MessagesNeeds extends AnnouncerParts {
  hub: SocketHub
}

export interface MessagesArea {
  /** Goes on telling what was not told to everybody yet. */
  start(): void
  stop(): Promise<void>
}

export function openMessages(http: FastifyInstance, needs: MessagesNeeds): MessagesArea {
  const announcer: Announcer = createAnnouncer(needs)
  const announcements = createAnnouncements({ ...needs, onSent: () => announcer.ring() })
  needs.hub.addPrivate(messagesTopic(needs.db))
  messageRoutes(http, { messages: createOwnMessages(needs), announcements })
  return { start: () => announcer.ring(), stop: () => announcer.stop() }
}
