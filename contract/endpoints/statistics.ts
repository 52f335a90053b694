/** What the platform measures of itself: readable by everybody. */
import { endpoint } from '#contract/endpoint.ts'
import { statistics } from '#contract/statistics.ts'

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
