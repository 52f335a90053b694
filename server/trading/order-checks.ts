/**
 * Checks whether an order can be accepted now: terms, limits, session and freshness of the price. The functions are
 * pure.
 */
import type { MarketSession, Product, ProductTerms } from '#contract/product.ts'
import { TRADING_STALE_MS } from '#contract/topics.ts'
import { formatAmount } from '#rules/amounts.ts'
import { Rejected } from '#server/platform/errors.ts'

/** What the user wants to order. */
export interface Intent {
  stake: bigint
  durationMs: number
}
type DurationTerms = ProductTerms['durations'][number]

/** Finds the terms of the intent's duration. Throws `Rejected` if the intent is impossible at any time. */
export function checkTerms(
  product: Product | undefined,
  intent: Intent,
  termsId?: string,
): DurationTerms {
  if (product === undefined) throw new Rejected('product_unknown')
  const { terms } = product
  // Checked before the duration, because a withdrawn duration is a change of terms.
  if (termsId !== undefined && termsId !== terms.termsId) throw new Rejected('terms_changed')
  const duration = terms.durations.find(({ durationMs }) => durationMs === intent.durationMs)
  if (duration === undefined) throw new Rejected('duration_unknown')
  if (intent.stake < terms.stakeMin) {
    throw new Rejected('stake_below_minimum', { minimum: formatAmount(terms.stakeMin) })
  }
  if (intent.stake > terms.stakeMax) {
    throw new Rejected('stake_above_maximum', { maximum: formatAmount(terms.stakeMax) })
  }
  return duration
}

/** The state of a product's market. */
export interface MarketNow {
  session: MarketSession
  lastTickAt: number | undefined
  /** The time of the newest record of the log, in ms. */
  headAt: number | undefined
  /** Whether the log has halted until its next tick. It holds no order until then. */
  isHalted: boolean
}

/** Throws `Rejected` if the market cannot take an order that runs from `acceptedAt` to `expiresAt`, both in ms. */
export function checkMarket(market: MarketNow, acceptedAt: number, expiresAt: number): void {
  const { session, lastTickAt, headAt, isHalted } = market
  if (session.state === 'catching_up') throw new Rejected('price_stale')
  if (session.state !== 'open') {
    throw new Rejected(
      'market_closed',
      session.opensAt === null ? {} : { opensAt: session.opensAt },
    )
  }
  if (isHalted || lastTickAt === undefined || acceptedAt - lastTickAt > TRADING_STALE_MS) {
    throw new Rejected('price_stale')
  }
  // If the clock was set back while the server was stopped, the log may be ahead of it. An order accepted now would
  // have a known result.
  if (headAt === undefined || headAt > acceptedAt) throw new Rejected('price_stale')
  // The halt is logged at the moment of closing, so an order that expires then could only be voided.
  const { closesAt } = session
  if (closesAt !== null && expiresAt >= closesAt) {
    throw new Rejected('expiry_past_close', { closesAt })
  }
}
