import { expect, it } from 'vitest'
import { indexInput, type TickInputs } from '#contract/index-price.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import { inputsText } from '#rules/index-price.ts'
import { createHistoryAudit } from '#server/market/history-audit.ts'
import { chained, sha256 } from '#support/chained.ts'
import { recordOf, tick } from '#support/records.ts'

const PRODUCTS = [
  { id: 1, symbol: 'EURUSD', priceDecimals: 5 },
  { id: 2, symbol: 'BTCUSDT', priceDecimals: 2 },
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
    inputsOf: async () => [],
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

it('recomputes live prices from their inputs, and finds one that does not follow from them', async () => {
  const inputs = (['binance', 'bybit', 'okx'] as const).map((venue, n) =>
    indexInput.parse({
      venue,
      tradeId: '7',
      price: `1.0${n}9`,
      receivedAt: 1_000 + n,
      tradedAt: null,
    }),
  )
  const digest = sha256(inputsText(inputs))
  const auditOfPrice = (price: number, stored: TickInputs[]) => {
    const record = tickRecord.parse({ ...recordOf(tick(2_000, price), 1), inputs: digest })
    const log = chained('BTCUSDT', [record])
    return createHistoryAudit({
      clock: { now: () => 0 },
      products: [{ id: 2, symbol: 'BTCUSDT', priceDecimals: 2 }],
      lengthOf: () => 1,
      read: async (_, afterSeq) => log.slice(afterSeq),
      inputsOf: async () => stored,
    })()
  }
  const fault = (detail: string) => [{ invariant: 'tick_chain', detail }]
  expect(await auditOfPrice(101, [{ seq: 1, inputs }])).toEqual([])
  expect(await auditOfPrice(102, [{ seq: 1, inputs }])).toEqual(
    fault('record 1 of BTCUSDT (inputs: price)'),
  )
  expect(await auditOfPrice(101, [{ seq: 1, inputs: inputs.slice(1) }])).toEqual(
    fault('record 1 of BTCUSDT (inputs: hash)'),
  )
  expect(await auditOfPrice(101, [])).toEqual(fault('record 1 of BTCUSDT (inputs: hash)'))
})
