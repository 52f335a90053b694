/** Opens price alerts: endpoints, topic, and the evaluation that follows the tick log. */
import { alertsTopic, createAlerts } from '#server/alerts/alerts.ts'
import { AlertJudge } from '#server/alerts/judge.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import type { Market } from '#server/market/market.ts'
import type { Area } from '#server/platform/area.ts'
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
