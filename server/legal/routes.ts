/** The endpoints of legal texts. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/legal.ts'
import { createLegal, type LegalParts } from '#server/legal/legal.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Registers the endpoints. */
export function legalRoutes(app: FastifyInstance, parts: LegalParts): void {
  const legal = createLegal(parts)
  bindRoute(app, rows.listLegalTexts, async ({ query }) => ({
    items: await legal.published(query),
  }))
  bindRoute(app, rows.deskLegalTexts, ({ query }) => legal.all(query.before))
  bindRoute(app, rows.proposeLegalText, ({ body, session }) =>
    legal.propose({ ...body, actor: session }),
  )
  bindRoute(app, rows.decideLegalText, ({ params, body, session }) =>
    legal.decide({ ...params, ...body, actor: session }),
  )
}
