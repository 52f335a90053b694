import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SeenRecordsWatch } from '#app/seen-records-watch.ts'
import { timeMs } from '#contract/scalars.ts'
import { seenRecords, seenRecordsAtom } from '#device/seen-records.ts'
import { anOrder } from '#support/orders.ts'
import { renderFeature } from '../features/render-feature.tsx'

it('remembers records of the products with open orders, and only while they are open', async () => {
  const seen = seenRecords()
  const { streams } = await renderFeature(<SeenRecordsWatch />, '/', (store) =>
    store.set(seenRecordsAtom, seen),
  )
  const order = anOrder()
  const { symbol } = order
  const show = (seq: number): Promise<void> =>
    act(async () => {
      streams.now += 1_000
      const value = { seq, hash: `${seq}`.repeat(64), timeMs: timeMs.parse(streams.now) }
      streams.head$(symbol).next({ value, asOf: streams.now })
    })
  const positions = (open: (typeof order)[]): Promise<void> =>
    act(async () =>
      streams.state$('positions').next({ value: { open, settled: [] }, asOf: streams.now }),
    )
  expect([...streams.leases.keys()]).not.toContain(`head:${symbol}`)
  await positions([order, { ...order }])
  expect(streams.leases.get(`head:${symbol}`)).toBe(1)
  await show(1)
  await show(2)
  await positions([])
  expect([...streams.leases.keys()]).not.toContain(`head:${symbol}`)
  await show(3)
  expect(seen.between(symbol, 0, Infinity).map(({ seq }) => seq)).toEqual([1, 2])
})
