import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Order } from '#contract/order.ts'
import { awakeAtom } from '#device/awake.ts'
import { KeepAwake } from '#features/orders/keep-awake.tsx'
import { fakeNetwork, renderFeature } from '../render-feature.tsx'
import { sampleOrder, settledOrder } from '../sample-order.ts'

const START_MS = 1_700_000_000_000
const times = { acceptedAt: START_MS, expiresAt: START_MS + 60_000 }
const running = sampleOrder(times)

/** The locks that are held. */
let held: Set<object>
let asked: number
let refuses: boolean
beforeEach(() => {
  held = new Set()
  asked = 0
  refuses = false
  fakeNetwork(() => new Promise(() => {}))
  const request = async (): Promise<object> => {
    asked += 1
    if (refuses) throw new DOMException('low battery', 'NotAllowedError')
    const lock = { release: async () => void held.delete(lock) }
    held.add(lock)
    return lock
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  Reflect.deleteProperty(document, 'visibilityState')
})

const see = (state: 'visible' | 'hidden') =>
  act(async () => {
    // The browser ends every lock of a hidden page.
    if (state === 'hidden') held.clear()
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange'))
  })
async function shown(...orders: Order[]) {
  const page = await renderFeature(<KeepAwake orders={orders} />)
  await act(async () => undefined)
  return page
}

it('keeps the screen on while an order runs, and lets go when the page is left', async () => {
  const { view } = await shown(running)
  expect(held.size).toBe(1)
  await act(async () => view.unmount())
  expect(held.size).toBe(0)
})

it('lets go when the order has expired', async () => {
  const { streams } = await shown(running)
  streams.now += 60_000
  await waitFor(() => expect(held.size).toBe(0))
})

it.each([
  ['ended', settledOrder(times)],
  ['that is examined', sampleOrder({ ...times, frozen: { since: START_MS, end: null } })],
])('asks for nothing for an order %s', async (_what, order) => {
  await shown(order)
  expect(asked).toBe(0)
})

it('lets go while the page is hidden, and asks once more when it is seen again', async () => {
  await shown(running)
  await see('hidden')
  expect([asked, held.size]).toEqual([asked, 0])
  const before = asked
  await see('visible')
  expect([asked, held.size]).toEqual([before + 1, 1])
})

it('is silent about a refusal, and about a browser that cannot', async () => {
  refuses = true
  const { view } = await shown(running)
  expect(asked).toBeGreaterThan(0)
  await act(async () => view.unmount())
  Reflect.deleteProperty(navigator, 'wakeLock')
  await shown(running)
})

it('does nothing for a user who does not want it', async () => {
  const { store } = await shown(running)
  await act(async () => store.set(awakeAtom, false))
  expect(held.size).toBe(0)
})
