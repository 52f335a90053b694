/** Reports rejected ticks to the operators of the server. */
import type { Market } from '#server/market/market.ts'
import type { Logger } from '#server/platform/logging.ts'

/** Where rejected ticks are reported. */
export interface QuarantineWatch {
  log: Logger
  count(symbol: string, ticks: number): void
}

/** Starts reporting rejected ticks of the market. */
export function watchQuarantine(market: Market, { log, count }: QuarantineWatch): void {
  market.onRecords((productId, records) => {
    const aside = records.filter(({ kind }) => kind === 'rejected')
    if (aside.length === 0) return
    const symbol = market.productById(productId)?.symbol ?? String(productId)
    count(symbol, aside.length)
    log.warn({ symbol, aside }, 'ticks put aside: outside of the band')
  })
}
