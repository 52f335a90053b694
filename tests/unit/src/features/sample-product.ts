/** A product as the server lists it, decoded. */
import { z } from 'zod/mini'
import { type Product, product } from '#contract/product.ts'

export const bitcoin: Product = product.parse({
  id: 18,
  symbol: 'BTCUSDT',
  class: 'virtual',
  priceDecimals: 2,
  sizeDecimals: 4,
  quoteCurrency: 'USDT',
  source: 'simulated',
  fromBars: false,
  replay: null,
  terms: {
    termsId: '0123456789abcdef',
    ruleVersion: 1,
    durations: [
      { durationMs: 30_000, payoutRate: 8000 },
      { durationMs: 60_000, payoutRate: 8500 },
    ],
    stakeMin: '5.00',
    stakeMax: '2000.00',
    maxOpenPositions: 10,
    maxOpenStake: '10000.00',
    bandBps: 100,
  },
  session: { state: 'open', opensAt: null, closesAt: null },
})

const FEW: [number, string, Product['class']][] = [
  [1, 'GC', 'futures'],
  [9, 'EURUSD', 'forex'],
  [18, 'BTCUSDT', 'virtual'],
  [19, 'ETHUSDT', 'virtual'],
]
const wire = z.encode(product, bitcoin)
/** The answers of GET /products and GET /sparklines, with a few products of each class. */
export const productsReply = {
  products: FEW.map(([id, symbol, kind]) => ({ ...wire, id, symbol, class: kind })),
  serverTime: 1,
  source: 'simulated',
}
export const sparklinesReply = {
  lines: FEW.map(([id, symbol]) => ({ symbol, closes: [1000, 1000 + id] })),
}
