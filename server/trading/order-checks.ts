/** Whether an order may be taken now: terms, limits, session, freshness of the price. Pure, so that it is testable. */
import type { MarketSession, Product, ProductTerms } from '#contract/product.ts'
import { TRADING_STALE_MS } from '#contract/topics.ts'
import { formatAmount } from '#rules/amounts.ts'
import { Rejected } from '#server/platform/errors.ts'

export interface Intent {
  stake: bigint
  durationMs: number
}
type DurationTerms = ProductTerms['durations'][number]

/** The terms of the intent's duration. Throws what makes the intent impossible at any time. */
export function checkTerms(
  product: Product | undefined,
  intent: Intent,
  termsId?: string,
): DurationTerms {
  if (product === undefined) throw new Rejected('product_unknown')
  const { terms } = product
  // Before the duration: one that was withdrawn is a change of terms.
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

export interface MarketNow {
  session: MarketSession
  lastTickAt: number | undefined
  /** Of the log's newest record. */
  headAt: number | undefined
  /** When the market closes next; null: never, or not open. */
  closesAt: number | null
}

/** Throws when the market cannot take an order that runs from `acceptedAt` to `expiresAt`. */
export function checkMarket(market: MarketNow, acceptedAt: number, expiresAt: number): void {
  const { session, lastTickAt, headAt, closesAt } = market
  if (session.state !== 'open') {
    throw new Rejected(
      'market_closed',
      session.opensAt === null ? {} : { opensAt: session.opensAt },
    )
  }
  if (lastTickAt === undefined || acceptedAt - lastTickAt > TRADING_STALE_MS) {
    throw new Rejected('price_stale')
  }
  // The clock was set back while no server ran: an order accepted before records that stand would know its result.
  if (headAt === undefined || headAt > acceptedAt) throw new Rejected('price_stale')
  // At the very moment of closing the halt already stands: such an order could only be voided.
  if (closesAt !== null && expiresAt >= closesAt) {
    throw new Rejected('expiry_past_close', { closesAt })
  }
}
