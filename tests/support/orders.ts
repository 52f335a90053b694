/** Orders by hand, for tests that need no database. */
import { type Order, order } from '#contract/order.ts'

/** EURUSD up, stake 10.00 at 85 %, from 10 s to 40 s; `wire` overrides fields as the wire writes them. */
export const anOrder = (wire: object = {}): Order =>
  order.parse({
    id: '100001',
    symbol: 'EURUSD',
    direction: 'up',
    stake: '10.00',
    payoutRate: 8500,
    payout: '18.50',
    durationMs: 30_000,
    acceptedAt: 10_000,
    expiresAt: 40_000,
    termsId: '00000000000000aa',
    ruleVersion: 1,
    source: 'simulated',
    status: 'open',
    entry: null,
    exit: null,
    settledAt: null,
    voidReason: null,
    profitAndLoss: null,
    ...wire,
  })

const LATE: readonly (string | null)[] = ['too_late', 'order_undone']
/** Whether the code of a refusal says that the order came, or was stored, after its start. */
export const isLate = (code: string | null): boolean => LATE.includes(code)
