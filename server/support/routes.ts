/** The endpoints of customer service for users and the desk. */
import type { FastifyInstance } from 'fastify'
import * as deskRows from '#contract/endpoints/desk-support.ts'
import * as rows from '#contract/endpoints/support.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindCostlyRoute } from '#server/platform/http/costly-route.ts'
import { bindRoute, rawReply } from '#server/platform/http/route.ts'
import { selectAccount } from '#server/support/conversations-store.ts'
import type { SupportDesk } from '#server/support/staff.ts'
import type { Support } from '#server/support/support.ts'
import { transcriptOf } from '#server/support/transcript.ts'
import type { Typing } from '#server/support/typing.ts'

/** What the endpoints need. */
export interface SupportEdge {
  db: Database
  support: Support
  desk: SupportDesk
  typing: Typing
}

/** Registers the endpoints for users. */
export function supportRoutes(app: FastifyInstance, { db, support, typing }: SupportEdge): void {
  bindRoute(app, rows.listSupportMessages, ({ session, query }) =>
    support.list(session.userId, query.before),
  )
  bindRoute(app, rows.sendSupportMessage, async ({ command, body }) => {
    const reply = await support.send({ ...command, body })
    typing.customerDone(await selectAccount(db, command.userId))
    return rawReply(reply)
  })
  bindRoute(app, rows.markSupport, ({ session, body }) => support.mark(session.userId, body))
  bindRoute(app, rows.typeSupport, async ({ session }) =>
    typing.customer(await selectAccount(db, session.userId)),
  )
  bindCostlyRoute(app, rows.getSupportTranscript, async ({ session, query, reply }) => {
    const name = 'fairtick-customer-service.txt'
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return Buffer.from(await transcriptOf(db, session.userId, query.language))
  })
}

/** Registers the endpoints for the desk. */
export function supportDeskRoutes(app: FastifyInstance, { desk }: SupportEdge): void {
  bindRoute(app, deskRows.deskSupport, ({ query }) => desk.list(query))
  bindRoute(app, deskRows.deskSupportMessages, ({ params, query, session }) =>
    desk.read(params.account, { before: query.before, actor: session }),
  )
  bindRoute(app, deskRows.answerSupport, async ({ params: { account }, body, session }) =>
    rawReply(await desk.answer({ ...body, account, actor: session })),
  )
  bindRoute(app, deskRows.deskMarkSupport, ({ params, body }) => desk.mark(params.account, body))
  bindRoute(app, deskRows.deskTypeSupport, ({ params }) => desk.type(params.account))
  bindRoute(app, deskRows.closeSupport, ({ params, body, session }) =>
    desk.close(params.account, { upTo: body.upTo, actor: session }),
  )
}
