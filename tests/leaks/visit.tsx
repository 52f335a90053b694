/** The whole app over hand-driven streams, walked by address. */
import { act, render } from '@testing-library/react'
import { createStore } from 'jotai/vanilla'
import { tokenAtom } from '#api/session.ts'
import { App } from '#app/app.tsx'
import { candle } from '#contract/product.ts'
import { order } from '#contract/order.ts'
import { NAMESPACES, setUpLanguage } from '#i18n/setup.ts'
import { PATHS } from '#lib/paths.ts'
import { type Streams, streamsAtom } from '#streams'
import { createFakeStreams, type FakeStreams } from '#support/fake-streams.ts'
import { tallWindow } from '#support/tall-window.ts'
import { fakeNetwork, json, type Network } from '../unit/src/features/render-feature.tsx'
import { sampleOrder, settledOrder } from '../unit/src/features/sample-order.ts'
import { bitcoin, productsReply, sparklinesReply } from '../unit/src/features/sample-product.ts'
import { blankCanvas } from './canvas.ts'

const orders = {
  orders: ['3', '2', '1'].map((id) => order.encode(settledOrder({ id }))),
  next: null,
}

const answer: Network = ({ path }) => {
  if (path === '/products') return json(productsReply)
  if (path === '/sparklines') return json(sparklinesReply)
  if (path.startsWith('/orders?')) return json(orders)
  if (path.includes('/candles')) return json({ candles: [], more: false })
  return json({}, 404)
}

export interface Visit {
  /** Goes to an address inside the app and lets everything there settle. */
  go(path: string): Promise<void>
  leave(): void
}

export const settle = (ms = 0): Promise<void> =>
  act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms)
    })
  })

/** As a user who is logged in and has half registered once. */
export async function visit(streams: Streams): Promise<Visit> {
  tallWindow()
  blankCanvas()
  fakeNetwork(answer)
  localStorage.setItem(
    'registerInfo',
    JSON.stringify({ account: 'someone_1', phone: '+8613800138000', openingCode: '0123456789' }),
  )
  const store = createStore()
  store.set(streamsAtom, streams)
  store.set(tokenAtom, 'known')
  const i18n = await setUpLanguage('en')
  await i18n.loadNamespaces([...NAMESPACES])
  location.hash = `#${PATHS.about}`
  const view = render(<App store={store} i18n={i18n} />)
  await settle()
  return {
    go: async (path) => {
      await act(async () => {
        location.hash = `#${path}`
        dispatchEvent(new PopStateEvent('popstate'))
      })
      await settle()
    },
    leave: () => view.unmount(),
  }
}

/** Streams that have already said something about everything. */
export function talkative(): FakeStreams {
  const streams = createFakeStreams()
  const stamp = { asOf: streams.now }
  for (const { id, symbol } of productsReply.products) {
    streams.tick(id, 6_400_000, 'up')
    streams.session$(id).next({ value: bitcoin.session, ...stamp })
    const candles = Array.from({ length: 40 }, (_, i) =>
      candle.parse([streams.now - (streams.now % 60_000) - (39 - i) * 60_000, ...BAR]),
    )
    streams.candles$(symbol, '1m').next({ value: { kind: 'reset', candles }, ...stamp })
  }
  const open = [sampleOrder({ expiresAt: streams.now + 30_000 })]
  streams.positions$.next({ value: { open, settled: [] }, ...stamp })
  return streams
}

const BAR = [6_400_000, 6_400_500, 6_399_500, 6_400_100, 12]
