/** What the trading screen loads besides prices: products, the past of the chart, and a user with three positions. */
import { DAY_MS } from '#contract/time.ts'
import type { z } from 'zod'
import type { balance } from '#contract/balance.ts'
import type { ownLimits } from '#contract/limits.ts'
import type { order } from '#contract/order.ts'
import type { candle } from '#contract/product.ts'
import { firstPrice, productRows, serverNow } from './fake-server.ts'

/** The product beside the list. */
export const SHOWN = 1
/** The last one is far below the visible rows. */
const POSITIONS = [SHOWN, 4, 150]
const DURATION_MS = 600_000
const PAST_S = 600
const LATER_MS = DAY_MS
const symbolOf = (id: number): string => `BENCH${id}`
const openedAt = Math.floor(serverNow()) - 5_000

type CandleRow = z.input<typeof candle>
type OrderRow = z.input<typeof order>
const orderRows = POSITIONS.map(
  (id, i): OrderRow => ({
    id: String(100 + i),
    symbol: symbolOf(id),
    direction: i % 2 === 0 ? 'up' : 'down',
    stake: '10.00',
    payoutRate: 8500,
    payout: '18.50',
    durationMs: DURATION_MS,
    acceptedAt: openedAt,
    expiresAt: openedAt + DURATION_MS,
    termsId: '0123456789abcdef',
    ruleVersion: 1,
    source: 'simulated',
    status: 'live',
    entry: { seq: 1 + i, timeMs: openedAt + 100, price: firstPrice(id) },
    exit: null,
    settledAt: null,
    voidReason: null,
    profitAndLoss: null,
  }),
)

export interface Position {
  productId: number
  direction: 'up' | 'down'
  entry: number
  expiresAt: number
  stake: bigint
  payout: bigint
}
/** In the order of the table: newest first. */
export const positions: readonly Position[] = POSITIONS.map(
  (productId, i): Position => ({
    productId,
    direction: i % 2 === 0 ? 'up' : 'down',
    entry: firstPrice(productId),
    expiresAt: openedAt + DURATION_MS,
    stake: 1_000n,
    payout: 1_850n,
  }),
).reverse()

const NONE = { value: null, pending: null }
const money: z.input<typeof balance> = {
  version: 1,
  available: '1000.00',
  staked: '30.00',
  held: '0.00',
  fund: '0.00',
  total: '1030.00',
  profitAndLoss: '0.00',
  today: { profitAndLoss: '0.00', endsAt: openedAt + LATER_MS },
  practiceNextAt: null,
}
const limits: z.input<typeof ownLimits> = {
  version: 1,
  stake: NONE,
  daily_loss: NONE,
  daily_deposit: NONE,
  open_positions: NONE,
  session_minutes: NONE,
  time_out: null,
  exclusion: null,
}

/** The snapshots of the topics that the trading screen reads besides the market's. */
export const own: Readonly<Record<string, string>> = {
  positions: JSON.stringify(orderRows),
  balance: JSON.stringify(money),
  limits: JSON.stringify(limits),
  [`head:${symbolOf(SHOWN)}`]: JSON.stringify({
    seq: 1,
    timeMs: openedAt,
    hash: '0'.repeat(64),
  }),
}

/** The seconds before the page opened. */
export const candles: readonly CandleRow[] = Array.from({ length: PAST_S }, (_, i): CandleRow => {
  const price = firstPrice(SHOWN) + Math.round(600 * Math.sin(i / 9))
  const openTime = (Math.floor(serverNow() / 1_000) - PAST_S + i) * 1_000
  return [openTime, price, price + 20, price - 20, price, 1_000]
})

const closes = Array.from({ length: 48 }, (_, i) => 1_000_000 + (i % 7) * 900)
const REPLIES: readonly (readonly [path: RegExp, reply: object])[] = [
  [/\/products$/, { products: productRows, serverTime: openedAt, source: 'simulated' }],
  [/\/sparklines$/, { lines: productRows.map(({ symbol }) => ({ symbol, closes })) }],
  [/\/candles$/, { candles, more: false }],
  [/\/ticks$/, { records: [], more: false }],
]

/** Answers the page's requests, and stores who is logged in. */
export function logIn(): void {
  window.fetch = async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : request)
    const reply = REPLIES.find(([path]) => path.test(pathname))?.[1]
    return new Response(JSON.stringify(reply ?? {}), { status: reply === undefined ? 404 : 200 })
  }
  localStorage.setItem('token', 'bench')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'bench', nickname: 'Bench' }))
}
