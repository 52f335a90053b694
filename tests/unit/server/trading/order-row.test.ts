import { expect, it } from 'vitest'
import { z } from 'zod'
import { order } from '#contract/order.ts'
import { orderJson, orderOfRow, type OrderRow } from '#server/trading/order-row.ts'
import { anOrder } from '#support/orders.ts'

const ROW: OrderRow = {
  id: 9_007_199_254_740_993n,
  product_id: 9,
  symbol: 'EURUSD',
  direction: 'down',
  stake: 1_000n,
  payout_rate: 8_500,
  payout: 1_850n,
  duration_ms: 30_000n,
  starts_at: null,
  accepted_at: 10_000n,
  expires_at: 40_000n,
  terms_id: '00000000000000aa',
  rule_version: 1,
  source: 'recorded',
  status: 'lost',
  entry_seq: 2n,
  entry_time: 10_500n,
  entry_price: 110_001n,
  exit_seq: 3n,
  exit_time: 39_999n,
  exit_price: 110_002n,
  settled_at: 40_001n,
  void_reason: null,
  profit_and_loss: -1_000n,
  frozen: null,
}

it('a row becomes the order of the contract, exact beyond 2^53', () => {
  expect(orderOfRow(ROW)).toEqual(
    anOrder({
      id: '9007199254740993',
      direction: 'down',
      source: 'recorded',
      status: 'lost',
      entry: { seq: 2, timeMs: 10_500, price: 110_001 },
      exit: { seq: 3, timeMs: 39_999, price: 110_002 },
      settledAt: 40_001,
      profitAndLoss: '-10.00',
    }),
  )
})
it('a row that is no order by the contract is refused', () => {
  expect(() => orderOfRow({ ...ROW, void_reason: 'somebody wished so' })).toThrow()
})
it('the JSON written by hand is what the schema encodes', () => {
  for (const placed of [
    orderOfRow(ROW),
    anOrder(),
    anOrder({ stake: '0.01', payout: '999999.99' }),
  ]) {
    expect(JSON.parse(orderJson(placed))).toEqual(z.encode(order, placed))
  }
})
