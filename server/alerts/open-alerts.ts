/** Opens price alerts: endpoints, topic, and the evaluation that follows the tick log. */
import type { FastifyInstance } from 'fastify'
import { alertsTopic, createAlerts } from '#server/alerts/alerts.ts'
import { AlertJudge } from '#server/alerts/judge.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
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

/** The life cycle of price alerts. */
export interface AlertArea {
  judge: AlertJudge
  start(): Promise<void>
  stop(): Promise<void>
}

/** Opens price alerts and registers their endpoints. */
export function openAlerts(http: FastifyInstance, needs: AlertNeeds): AlertArea {
  const { db, hub } = needs
  const judge = new AlertJudge({ ...needs, deliver: (events) => hub.deliver(events) })
  hub.addPrivate(alertsTopic(db))
  alertRoutes(http, createAlerts({ ...needs, judge }))
  return { judge, start: () => judge.start(), stop: () => judge.stop() }
}
