/**
 * Data embedded in the page itself, so that prices are visible before any code has loaded. The server writes it from
 * its current state; the service worker writes it from the last visit.
 */
import { z } from 'zod/mini'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { timeMs } from '#contract/scalars.ts'
import { quotesData, statsRow } from '#contract/market-topics.ts'

/** The embedded data: products, newest quotes and statistics at one moment. */
export const pageSnapshot = z.object({
  /** The server's market clock when the data was collected, ms. */
  at: timeMs,
  /** The reply of `listProducts` as it is sent. The reader parses it with that endpoint's schema. */
  products: z.unknown(),
  /** The data of a quotes frame. The ages are relative to `at`. */
  quotes: quotesData,
  stats: z.array(statsRow),
  /** Missing where the data comes from the last visit. */
  appInfo: z.optional(getAppInfo.reply),
})
/** The parsed data of the page. */
export type PageSnapshot = z.output<typeof pageSnapshot>
/** The data before parsing, as it is written into the page. */
export type SentSnapshot = z.input<typeof pageSnapshot>
