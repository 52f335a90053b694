import { expect, it } from 'vitest'
import type { Outcome } from '#server/trading/settlement-decide.ts'
import { ProductWorker } from '#server/trading/settlement-worker.ts'
import { fakeMarket } from '#support/fake-market.ts'
import { manualClock } from '#support/manual-clock.ts'
import { anOrder } from '#support/orders.ts'
import { heartbeat, tick } from '#support/records.ts'

const EURUSD = 9
const SWEPT_AT = 41_000

it('settles by a record that came while the log was being read by the clock', async () => {
  const market = fakeMarket()
  market.store(EURUSD, tick(9_500, 90), tick(10_500, 100), tick(39_500, 120))
  const settled: Outcome[] = []
  const read = market.recordsSpanning
  let reads = 0
  const worker = new ProductWorker(EURUSD, {
    market: {
      ...market,
      recordsSpanning: async (...span) => {
        const records = await read(...span)
        reads += 1
        if (reads === 1) {
          market.store(EURUSD, heartbeat(40_500))
          worker.reached(40_500)
        }
        return records
      },
    },
    clock: manualClock(SWEPT_AT),
    onEntered: () => undefined,
    onOutcomes: (outcomes) => settled.push(...outcomes),
    onError: (error) => expect.fail(String(error)),
  })
  worker.add({
    productId: EURUSD,
    order: anOrder({ status: 'live', entry: { seq: 2, timeMs: 10_500, price: 100 } }),
    voidEntry: null,
  })
  worker.reached(SWEPT_AT)
  await worker.idle()
  expect(settled.map(({ order }) => order.status)).toEqual(['won'])
})
