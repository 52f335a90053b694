/** Opens messages: their endpoints, their topic, and the job that sends announcements. */
import type { FastifyInstance } from 'fastify'
import * as deskRows from '#contract/endpoints/announcements.ts'
import * as rows from '#contract/endpoints/messages.ts'
import { type Announcements, createAnnouncements } from '#server/messages/announcements.ts'
import { type Announcer, type AnnouncerParts, createAnnouncer } from '#server/messages/announcer.ts'
import { messagesTopic } from '#server/messages/messages.ts'
import { createOwnMessages, type OwnMessages } from '#server/messages/own-messages.ts'
import type { Area } from '#server/platform/area.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'

export interface MessagesNeeds extends AnnouncerParts {
  hub: SocketHub
}

/** Registers the endpoints of messages and announcements. */
function messageRoutes(
  app: FastifyInstance,
  { messages, announcements }: { messages: OwnMessages; announcements: Announcements },
): void {
  bindRoute(app, rows.listMessages, ({ session, query }) => messages.page(session.userId, query))
  bindRoute(app, rows.readMessages, ({ session, body }) => messages.read(session.userId, body.upTo))
  bindRoute(app, rows.setSafetyWord, ({ session, body }) =>
    messages.setSafetyWord(session.userId, body.word),
  )
  bindRoute(app, deskRows.deskAnnouncements, ({ query }) => announcements.list(query.before))
  bindRoute(app, deskRows.sendAnnouncement, ({ body, session }) =>
    announcements.send({ ...body, actor: session }),
  )
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
