import type { MarketSession, Product } from '#contract/product.ts'
import { TRADING_STALE_MS } from '#contract/topics.ts'
import type { Reachability } from '#api/reachability.ts'
import { hasEnded } from '#rules/market-ended.ts'
import type { Connection, Live, Quote } from '#streams'

/** Why the order buttons are disabled; null when an order can be sent. */
export type Blocked =
  | {
      reason:
        | 'offline'
        | 'unreachable'
        | 'connecting'
        | 'stale'
        | 'halted'
        | 'catchingUp'
        | 'venues'
        | 'watchOnly'
        | 'ended'
    }
  | { reason: 'closed'; opensAt: number | null }

export interface MarketView {
  session: MarketSession
  source: Product['source']
  replay: Pick<NonNullable<Product['replay']>, 'watchOnly'> | null
  quote: Live<Pick<Quote, 'tickAt'>>
  connection: Connection['status']
  reachability: Reachability
  serverNow: number
}

const RESTING: ReadonlySet<Blocked['reason']> = new Set([
  'closed',
  'ended',
  'halted',
  'venues',
  'watchOnly',
])

/** Whether the market itself takes no orders, so that none is offered. Other blocks last a moment. */
export const isResting = (blocked: Blocked | null): boolean =>
  blocked !== null && RESTING.has(blocked.reason)

/**
 * The server refuses prices of the same age. A page without a connection cannot know, so it disables the buttons at
 * once.
 */
export function blockedBy(view: MarketView): Blocked | null {
  const { session, source, replay, quote, connection, serverNow, reachability } = view
  if (reachability !== 'reached') return { reason: reachability }
  if (replay?.watchOnly === true) return { reason: 'watchOnly' }
  if (hasEnded(replay, session)) return { reason: 'ended' }
  if (session.state === 'closed') return { reason: 'closed', opensAt: session.opensAt }
  if (session.state === 'halted') return { reason: 'halted' }
  if (session.state === 'catching_up') {
    // Nothing is filled in on a live market: it waits for its venues or its dealer.
    const isWaiting = source === 'live' || source === 'dealer'
    return { reason: isWaiting ? 'venues' : 'catchingUp' }
  }
  if (quote.status === 'connecting') return { reason: 'connecting' }
  if (quote.status === 'failed' || connection !== 'live') return { reason: 'stale' }
  return serverNow - quote.value.tickAt > TRADING_STALE_MS ? { reason: 'stale' } : null
}

/** The server refuses orders that would end after the close, so such durations are not offered. */
export const endsBeforeClose = (
  row: { durationMs: number },
  session: MarketSession,
  serverNow: number,
): boolean => session.closesAt === null || serverNow + row.durationMs <= session.closesAt
