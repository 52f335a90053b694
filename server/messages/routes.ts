/** The endpoints of messages and announcements. */
import type { FastifyInstance } from 'fastify'
import * as deskRows from '#contract/endpoints/announcements.ts'
import * as rows from '#contract/endpoints/messages.ts'
import type { Announcements } from '#server/messages/announcements.ts'
import type { OwnMessages } from '#server/messages/own-messages.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Registers the endpoints. */
export function messageRoutes(
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
    announcements.send({ ...body, actor: session.name }),
  )
}
