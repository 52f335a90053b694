/** Price alerts: a product's price that a user wants to hear of; judged on the server by the public tick log. */
import { z } from 'zod'
import { alertId, price, symbol, timeMs } from '#contract/scalars.ts'

/** Alerts that wait, a user. */
export const ALERTS_MAX = 20

/** Which ticks reach the price; that very price does. */
export const alertDirection = z.enum(['at_or_above', 'at_or_below'])
export type AlertDirection = z.infer<typeof alertDirection>

export const alertStatus = z.enum(['active', 'hit', 'cancelled'])
export type AlertStatus = z.infer<typeof alertStatus>

/** Prices are scaled integers of the product. */
export const priceAlert = z.object({
  id: alertId,
  symbol,
  direction: alertDirection,
  price,
  status: alertStatus,
  createdAt: timeMs,
  /** The first tick after it was set that reached the price; null unless it was hit. */
  hit: z.object({ seq: z.int().positive(), at: timeMs, price }).nullable(),
  /** When it was hit (as the server wrote it down) or cancelled; null while it waits. */
  endedAt: timeMs.nullable(),
})
export type PriceAlert = z.infer<typeof priceAlert>
