/** When a market never opens again, which the app must not call maintenance. */
import type { MarketSession } from '#contract/product.ts'

/** Whether a recording has played to its end. It is the one market that closes and never opens again. */
export const hasEnded = (replay: object | null, { state, opensAt }: MarketSession): boolean =>
  replay !== null && state === 'closed' && opensAt === null
