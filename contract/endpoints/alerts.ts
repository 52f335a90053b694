/** Price alerts of one user: list, set, cancel. */
import { z } from 'zod'
import { alertDirection, priceAlert } from '#contract/alerts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { alertId, price, symbol } from '#contract/scalars.ts'

export const listAlerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: 'user',
  perMinute: 120,
  summary: 'Price alerts, newest first; the alerts topic keeps the newest so',
  query: z.object({ before: alertId.optional() }),
  reply: z.object({ alerts: z.array(priceAlert), next: alertId.nullable() }),
  errors: ['not_logged_in'],
})

export const setAlert = endpoint({
  method: 'POST',
  path: '/alerts',
  access: 'user',
  perMinute: 30,
  summary: 'Set a price alert; one that waits already is answered, not made twice',
  body: z.object({ symbol, direction: alertDirection, price }),
  reply: z.object({ alert: priceAlert }),
  errors: [
    'product_unknown',
    'price_stale',
    'alert_already_reached',
    'too_many_alerts',
    'not_logged_in',
  ],
})

export const cancelAlert = endpoint({
  method: 'POST',
  path: '/alerts/:id/cancel',
  access: 'user',
  perMinute: 60,
  summary: 'Take back an alert that waits',
  params: z.object({ id: alertId }),
  reply: z.object({ alert: priceAlert }),
  errors: ['document_moved_on', 'not_logged_in'],
})
