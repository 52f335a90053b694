/** Remembers the newest trades per symbol, so that one that arrives twice counts once. */
import type { VenueTrade } from '#server/market/feeds/live/venue.ts'

/** Ids that are remembered per symbol. Two connections overlap for seconds, in which fewer trades happen. */
const REMEMBERED = 2_048

interface Ids {
  known: Set<string>
  /** The same ids, in a ring. */
  ring: string[]
  next: number
}

/** Returns whether a trade is new, and remembers it. */
export type IsNewTrade = (trade: VenueTrade) => boolean

/** Trades of other symbols than these are never new, so that the memory is bounded. */
export function createSeenTrades(symbols: readonly string[]): IsNewTrade {
  const bySymbol = new Map<string, Ids>(
    symbols.map((symbol) => [symbol, { known: new Set(), ring: [], next: 0 }]),
  )
  return ({ symbol, tradeId }) => {
    const ids = bySymbol.get(symbol)
    if (ids === undefined || ids.known.has(tradeId)) return false
    const oldest = ids.ring[ids.next]
    if (oldest !== undefined) ids.known.delete(oldest)
    ids.ring[ids.next] = tradeId
    ids.known.add(tradeId)
    ids.next = (ids.next + 1) % REMEMBERED
    return true
  }
}
