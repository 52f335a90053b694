/** Opens price alerts: endpoints, topic, and the evaluation that follows the tick log. */
import type { FastifyInstance } from 'fastify'
import * as rows from '#contract/endpoints/alerts.ts'
import { type Alerts, alertsTopic, createAlerts } from '#server/alerts/alerts.ts'
import { AlertJudge } from '#server/alerts/judge.ts'
import type { Market } from '#server/market/market.ts'
import type { Area } from '#server/platform/area.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'

/** What price alerts need. */
export interface AlertNeeds {
  db: Database
  hub: SocketHub
  market: Market
  clock: MarketClock
  log: Logger
}

/** Registers the endpoints of price alerts. */
function alertRoutes(app: FastifyInstance, alerts: Alerts): void {
  bindRoute(app, rows.listAlerts, ({ session, query }) => alerts.page(session.userId, query.before))
  bindRoute(app, rows.setAlert, async ({ session, body }) => ({
    alert: await alerts.set(session.userId, body),
  }))
  bindRoute(app, rows.cancelAlert, async ({ session, params }) => ({
    alert: await alerts.cancel(session.userId, params.id),
  }))
}

/** Opens price alerts. */
export function openAlerts(needs: AlertNeeds): Area {
  const { db, hub } = needs
  const judge = new AlertJudge({ ...needs, deliver: (events) => hub.deliver(events) })
  return {
    routes: (http) => alertRoutes(http, createAlerts({ ...needs, judge })),
    topics: () => hub.addPrivate(alertsTopic(db)),
    start: () => judge.start(),
    stop: () => judge.stop(),
  }
}
