/** Endpoints of a user's price alerts: list, set and cancel. */
import { z } from 'zod/mini'
import { alertDirection, priceAlert } from '#contract/alerts.ts'
import { endpoint } from '#contract/endpoint.ts'
import { alertId, price, symbol } from '#contract/scalars.ts'

/** Lists the user's alerts, at most 50 per page. `before` is the `next` of the previous page. */
export const listAlerts = endpoint({
  method: 'GET',
  path: '/alerts',
  access: 'user',
  perMinute: 120,
  summary: 'Price alerts, newest first; the alerts topic keeps them current',
  query: z.object({ before: z.optional(alertId) }),
  reply: z.object({ alerts: z.array(priceAlert), next: z.nullable(alertId) }),
  errors: ['not_logged_in'],
})

/** Sets an alert. Repeating the request is safe: an identical active alert is returned instead of a second one. */
export const setAlert = endpoint({
  method: 'POST',
  path: '/alerts',
  access: 'user',
  perMinute: 30,
  summary: 'Set a price alert; an identical active alert is returned instead',
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

/** Cancels an active alert. Fails with `document_moved_on` if it was hit or cancelled before. */
export const cancelAlert = endpoint({
  method: 'POST',
  path: '/alerts/:id/cancel',
  access: 'user',
  perMinute: 60,
  summary: 'Cancel an active alert',
  params: z.object({ id: alertId }),
  reply: z.object({ alert: priceAlert }),
  errors: ['document_moved_on', 'not_logged_in'],
})
