/** The endpoint of the platform's measured statistics, readable by everyone. */
import { endpoint } from '#contract/endpoint.ts'
import { statistics } from '#contract/statistics.ts'

/** Returns the statistics, which are recomputed at most every STATISTICS_PERIOD_MS. */
export const getStatistics = endpoint({
  method: 'GET',
  path: '/statistics',
  access: 'public',
  perMinute: 60,
  summary:
    'Measured shares of won, lost, drawn and void orders, of users who lost, and review times',
  reply: statistics,
  errors: [],
})
