/** The public endpoint of statistics. */
import type { FastifyInstance } from 'fastify'
import { getStatistics } from '#contract/endpoints/statistics.ts'
import { bindRoute } from '#server/platform/http/route.ts'
import { createStatistics, type StatisticsParts } from '#server/statistics/statistics.ts'

/** Registers the endpoint. */
export function statisticsRoutes(app: FastifyInstance, parts: StatisticsParts): void {
  const newest = createStatistics(parts)
  bindRoute(app, getStatistics, () => newest())
}
