/** The one public page of figures. */
import type { FastifyInstance } from 'fastify'
import { getStatistics } from '#contract/endpoints/statistics.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { createStatistics, type StatisticsParts } from '#server/statistics/statistics.ts'

export function statisticsRoutes(app: FastifyInstance, parts: StatisticsParts): void {
  const newest = createStatistics(parts)
  bindRoute(app, getStatistics, () => newest())
}
