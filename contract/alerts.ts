/**
 * Price alerts: the prices at which a user wants to be notified. The server evaluates them from the public tick log.
 */
import { z } from 'zod/mini'
import { alertId, price, symbol, timeMs } from '#contract/scalars.ts'

/** Maximum number of active alerts per user; one more is refused with `too_many_alerts`. */
export const ALERTS_MAX = 20

/** Which ticks trigger an alert. A tick at exactly the alert's price triggers it in both directions. */
export const alertDirection = z.enum(['at_or_above', 'at_or_below'])
export type AlertDirection = z.infer<typeof alertDirection>

/** The state of an alert. `hit` and `cancelled` are final. */
export const alertStatus = z.enum(['active', 'hit', 'cancelled'])
/** The parsed state of an alert. */
export type AlertStatus = z.infer<typeof alertStatus>

/** One price alert, as the REST calls and the alerts topic carry it. Prices are scaled integers of the product. */
export const priceAlert = z.object({
  id: alertId,
  symbol,
  direction: alertDirection,
  price,
  status: alertStatus,
  createdAt: timeMs,
  /** The first tick after the alert was set that reached its price; null unless the alert was hit. */
  hit: z.nullable(z.object({ seq: z.int().check(z.positive()), at: timeMs, price })),
  /** When the server recorded the hit, or when the user cancelled the alert; null while it is active. */
  endedAt: z.nullable(timeMs),
})
export type PriceAlert = z.infer<typeof priceAlert>
