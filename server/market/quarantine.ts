/** Tells whoever runs the server of ticks that were put aside, and counts them by product. */
import { Counter, type Registry } from 'prom-client'
import type { Market } from '#server/market/market.ts'
import type { Logger } from '#server/platform/logging.ts'

export function watchQuarantine(market: Market, parts: { log: Logger; metrics: Registry }): void {
  const { log, metrics } = parts
  const ticks = new Counter({
    name: 'fairtick_quarantined_ticks_total',
    help: 'Ticks put aside because they lie outside of their product band',
    labelNames: ['symbol'],
    registers: [metrics],
  })
  market.onRecords((productId, records) => {
    const aside = records.filter(({ kind }) => kind === 'rejected')
    if (aside.length === 0) return
    const symbol = market.productById(productId)?.symbol ?? String(productId)
    ticks.inc({ symbol }, aside.length)
    log.warn({ symbol, aside }, 'ticks put aside: outside of the band')
  })
}
