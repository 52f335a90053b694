import { act, render } from '@testing-library/react'
import { Provider, useAtomValue } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { watchPage } from '#app/start-page.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { connectionAtom, createStreams, quoteAtom, streamsAtom } from '#streams'
import { fakeTransport } from '#support/fake-transport.ts'
import { startOf } from '#support/quote-frames.ts'

function Shown() {
  const connection = useAtomValue(connectionAtom)
  const quote = useAtomValue(quoteAtom(7, 'detail'))
  return <p>{`${connection.status}, ${quote.status}`}</p>
}

function turn(to: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: to })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** A page whose price is live, over a line that the test answers for. */
async function livePage() {
  const fake = fakeTransport()
  fake.onRequest = (_, { event, answer }) => {
    if (event === SOCKET_EVENTS.subscribe) answer({ ok: true })
  }
  const streams = createStreams({ transport: fake.transport })
  const store = createStore()
  store.set(streamsAtom, streams)
  watchPage(streams)
  const shown = render(
    <Provider store={store}>
      <Shown />
    </Provider>,
  )
  let seq = 0
  const tick = (): void => {
    seq += 1
    fake.last().to.frame(['quotes', 'epoch', seq, 'snapshot', Date.now(), startOf([7, seq])])
  }
  await act(async () => {
    fake.last().to.up()
    tick()
  })
  const text = (): string => shown.container.textContent
  expect(text()).toBe('live, live')
  return { fake, text, tick }
}

it('shows nothing old as live by the time the event of coming back ends', async () => {
  const { fake, text, tick } = await livePage()
  turn('hidden')
  expect(text()).toBe('live, live')
  turn('visible')
  expect(text()).toBe('reconnecting, stale')
  // Not even what was on its way while the page was hidden.
  await act(async () => tick())
  expect(text()).toBe('reconnecting, stale')
  const probe = fake.last().requests.findLast(({ event }) => event === SOCKET_EVENTS.clock)
  await act(async () => probe?.answer(Date.now()))
  expect(text()).toBe('live, stale')
  await act(async () => tick())
  expect(text()).toBe('live, live')
})
