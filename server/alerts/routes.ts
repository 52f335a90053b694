/** The endpoints of price alerts. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/alerts.ts'
import type { Alerts } from '#server/alerts/alerts.ts'
import { bindRoute } from '#server/platform/http/route.ts'

/** Registers the endpoints. */
export function alertRoutes(app: FastifyInstance, alerts: Alerts): void {
  bindRoute(app, rows.listAlerts, ({ session, query }) => alerts.page(session.userId, query.before))
  bindRoute(app, rows.setAlert, async ({ session, body }) => ({
    alert: await alerts.set(session.userId, body),
  }))
  bindRoute(app, rows.cancelAlert, async ({ session, params }) => ({
    alert: await alerts.cancel(session.userId, params.id),
  }))
}
