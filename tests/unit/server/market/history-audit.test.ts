import { expect, it } from 'vitest'
import type { TickRecord } from '#contract/tick-log.ts'
import { createHistoryAudit } from '#server/market/history-audit.ts'
import { chained } from '#support/chained.ts'
import { recordOf, tick } from '#support/records.ts'

const PRODUCTS = [
  { id: 1, symbol: 'EURUSD' },
  { id: 2, symbol: 'BTCUSDT' },
]
/** More than two calls audit. */
const LENGTH = 12_345
const logsOf = (): Map<number, TickRecord[]> =>
  new Map(
    PRODUCTS.map(({ id, symbol }) => [
      id,
      chained(
        symbol,
        Array.from({ length: LENGTH }, (_, n) => recordOf(tick(1_000 * n, 100 + n), n + 1)),
      ),
    ]),
  )

function auditOf(logs: ReadonlyMap<number, TickRecord[]>, nowMs = 0) {
  let read = 0
  const audit = createHistoryAudit({
    clock: { now: () => nowMs },
    products: PRODUCTS,
    lengthOf: (id) => logs.get(id)?.length ?? 0,
    read: async (id, afterSeq, limit) => {
      const records = (logs.get(id) ?? []).slice(afterSeq, afterSeq + limit)
      read += records.length
      return records
    },
  })
  return { audit, read: () => read }
}

/** Calls until a fault is found, or as often as a whole turn takes. */
async function firstFault(audit: () => Promise<object[]>): Promise<object | undefined> {
  for (let call = 0; call < 4; call++) {
    const [fault] = await audit()
    if (fault !== undefined) return fault
  }
  return undefined
}

it('finds nothing in a history as it was written, and reads a bounded part of it per call', async () => {
  const { audit, read } = auditOf(logsOf())
  expect(await audit()).toEqual([])
  expect(read()).toBe(10_000)
  expect(await firstFault(audit)).toBeUndefined()
})

it.each([0, 60_000, 600_000, 1_700_000_000_000])(
  'finds an altered record wherever it is, beginning at %i, and again at the next call',
  async (nowMs) => {
    for (const seq of [1, 6_000, LENGTH]) {
      const logs = logsOf()
      const record = logs.get(2)?.[seq - 1]
      if (record?.kind !== 'tick') throw new Error('no tick')
      Object.assign(record, { price: record.price + 1 })
      const { audit } = auditOf(logs, nowMs)
      const fault = { invariant: 'tick_chain', detail: `record ${seq} of BTCUSDT (hash)` }
      expect(await firstFault(audit)).toEqual(fault)
      expect(await audit()).toEqual([fault])
    }
  },
)

it('finds a record that is missing, and passes over a market without records', async () => {
  const logs = logsOf()
  logs.set(1, [])
  expect(await firstFault(auditOf(logs).audit)).toBeUndefined()
  logs.set(2, (logs.get(2) ?? []).toSpliced(4_999, 1))
  const fault = { invariant: 'tick_chain', detail: 'record 5001 of BTCUSDT (sequence)' }
  expect(await firstFault(auditOf(logs).audit)).toEqual(fault)
})
