import type { MarketSession } from '#contract/product.ts'
import { TRADING_STALE_MS } from '#contract/topics.ts'

/** Why the order buttons rest; null: an order may be sent. */
export type Blocked =
  | { reason: 'connecting' | 'stale' | 'halted' }
  | { reason: 'closed'; opensAt: number | null }

export interface MarketView {
  session: MarketSession
  /** `connecting` and `failed` have no price. */
  quote: 'connecting' | 'live' | 'stale' | 'failed'
  /** Server time of the tick itself; null without one. */
  tickAt: number | null
  serverNow: number
}

export function blockedBy({ session, quote, tickAt, serverNow }: MarketView): Blocked | null {
  if (session.state === 'closed') return { reason: 'closed', opensAt: session.opensAt }
  if (session.state === 'halted') return { reason: 'halted' }
  if (quote === 'connecting') return { reason: 'connecting' }
  if (quote !== 'live' || tickAt === null) return { reason: 'stale' }
  return serverNow - tickAt > TRADING_STALE_MS ? { reason: 'stale' } : null
}

/** An order that would end after the close is refused: such durations are not offered. */
export const endsBeforeClose = (
  row: { durationMs: number },
  session: MarketSession,
  serverNow: number,
): boolean => session.closesAt === null || serverNow + row.durationMs <= session.closesAt
