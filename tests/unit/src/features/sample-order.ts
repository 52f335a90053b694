/** An order as the server sends it, decoded; each test changes what it is about. */
import { type Order, order } from '#contract/order.ts'

const sample = {
  id: '100001',
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '10.00',
  payoutRate: 8500,
  payout: '18.50',
  durationMs: 60_000,
  acceptedAt: 1_000_000,
  expiresAt: 1_060_000,
  termsId: '0123456789abcdef',
  ruleVersion: 1,
  source: 'simulated',
  status: 'live',
  entry: { seq: 7, timeMs: 1_000_400, price: 6_400_000 },
  exit: null,
  settledAt: null,
  voidReason: null,
  profitAndLoss: null,
}

/** Fields as on the wire: amounts are texts. */
export const sampleOrder = (change: Record<string, unknown> = {}): Order =>
  order.parse({ ...sample, ...change })

export const settledOrder = (change: Record<string, unknown> = {}): Order =>
  sampleOrder({
    status: 'won',
    exit: { seq: 19, timeMs: 1_059_800, price: 6_400_100 },
    settledAt: 1_060_250,
    profitAndLoss: '8.50',
    ...change,
  })
