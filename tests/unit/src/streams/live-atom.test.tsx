import { act, render } from '@testing-library/react'
import { createStore, Provider, useAtomValue } from 'jotai'
import { Profiler, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFrameScheduler, frameSchedulerAtom, quoteAtom, streamsAtom } from '#streams'
import { createStreams } from '#streams/create-streams.ts'
import { createFakeStreams, type FakeStreams } from '#support/fake-streams.ts'
import { fakeTiming } from '#support/fake-timing.ts'
import { fakeTransport } from '#support/fake-transport.ts'

let store: ReturnType<typeof createStore>
let fake: FakeStreams
beforeEach(() => {
  vi.useFakeTimers()
  store = createStore()
  fake = createFakeStreams()
  store.set(streamsAtom, fake)
})
afterEach(() => {
  vi.useRealTimers()
})
const commits = vi.fn()
function Price() {
  const quote = useAtomValue(quoteAtom(1, 'list'))
  return (
    <p>
      {quote.status}
      {'value' in quote ? quote.value.price : ''};
    </p>
  )
}
const three = (
  <StrictMode>
    <Profiler id="prices" onRender={commits}>
      <Price />
      <Price />
      <Price />
    </Profiler>
  </StrictMode>
)
const mount = () => render(<Provider store={store}>{three}</Provider>)

describe('a live atom', () => {
  it('takes one lease for three components in StrictMode, and gives it back', async () => {
    const view = await act(async () => mount())
    expect([...fake.leases]).toEqual([['quote:1:list', 1]])
    view.unmount()
    expect([...fake.leases]).toEqual([])
  })

  it('opens nothing on the wire twice for a quick remount, and closes it a second later', async () => {
    const wire = fakeTransport()
    const streams = createStreams({ transport: wire.transport, timing: fakeTiming() })
    store.set(streamsAtom, streams)
    wire.last().to.up()
    const subscribes = () =>
      wire.last().requests.filter(({ event }) => event === 'subscribe').length
    const unsubscribes = () =>
      wire.last().requests.filter(({ event }) => event === 'unsubscribe').length
    const first = await act(async () => mount())
    first.unmount()
    await vi.advanceTimersByTimeAsync(500)
    const second = await act(async () => mount())
    second.unmount()
    expect([subscribes(), unsubscribes()]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(2_500)
    expect([subscribes(), unsubscribes()]).toEqual([1, 1])
    streams.close()
  })

  it('writes a thousand prices as one commit a frame', async () => {
    const frames: (() => void)[] = []
    store.set(
      frameSchedulerAtom,
      createFrameScheduler({
        requestFrame: (run) => frames.push(run),
        cancelFrame: () => undefined,
        flush: (writeAll) => act(writeAll),
      }),
    )
    const view = await act(async () => mount())
    commits.mockClear()
    for (let price = 1; price <= 1_000; price += 1) fake.tick(1, price)
    expect(frames).toHaveLength(1)
    frames[0]?.()
    expect(view.container.textContent).toBe('live1000;'.repeat(3))
    expect(commits).toHaveBeenCalledTimes(1)
  })
})
