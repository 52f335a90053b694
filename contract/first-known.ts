/** What stands in the page itself, so that prices are seen before any code has come: written by the server, or kept. */
import { z } from 'zod'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { timeMs } from '#contract/scalars.ts'
import { quotesData, statsRow } from '#contract/topics.ts'

export const firstKnown = z.object({
  /** The server's clock when this was so. */
  at: timeMs,
  /** The reply of `listProducts` as it travels; whoever reads it checks it by that row. */
  products: z.unknown(),
  /** As a quotes frame, their ages counted from `at`. */
  quotes: quotesData,
  stats: z.array(statsRow),
  /** Left out where only the last visit is known. */
  appInfo: getAppInfo.reply.optional(),
})
export type FirstKnown = z.output<typeof firstKnown>
/** As it is written. */
export type SentKnown = z.input<typeof firstKnown>
