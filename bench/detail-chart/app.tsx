/** The app's own live chart with three orders, over quotes whose time the benchmark sets. */
import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { z } from 'zod'
import { type Product, product } from '#contract/product.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { PriceChart } from '#features/chart/price-chart.tsx'
import { setUpLanguage } from '#i18n/setup.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'
import { createMarket, frame, ORDERS, QUICK_MS, TICK_MS, view } from './market.ts'
import '#app/app.css'

const ID = 1

const bench: Product = product.parse({
  id: ID,
  symbol: 'BENCH1',
  class: 'virtual',
  priceDecimals: 2,
  sizeDecimals: 2,
  quoteCurrency: 'USD',
  source: 'simulated',
  fromBars: false,
  replay: null,
  terms: {
    termsId: '0123456789abcdef',
    ruleVersion: 1,
    durations: [{ durationMs: 60_000, payoutRate: 8500 }],
    stakeMin: '1.00',
    stakeMax: '1000.00',
    maxOpenPositions: 10,
    maxOpenStake: '10000.00',
    bandBps: 100,
  },
  session: { state: 'open', opensAt: null, closesAt: null },
} satisfies z.input<typeof product>)

// The page has no server: its past is what `pass` brings.
window.fetch = async () => new Response(JSON.stringify({ candles: [], records: [], more: false }))
localStorage.setItem('chartView', view)

const streams = createFakeStreams()
const market = createMarket((price) => streams.tick(ID, price))
Object.defineProperty(streams, 'now', { get: market.now })

const openOrders = (): OrderMark[] =>
  ORDERS.map(({ direction, above, leftMs }, i) => ({
    id: String(i + 1),
    direction,
    title: `${direction === 'up' ? '▲' : '▼'} 25.00`,
    entry: { timeMs: market.now() - 5_030, price: market.price() + above },
    expiresAt: market.now() + leftMs,
    exit: null,
    result: null,
  }))

const store = createStore()
store.set(streamsAtom, streams)
const i18n = await setUpLanguage('en')
await i18n.loadNamespaces(['chart', 'common'])
const place = document.getElementById('root')
if (place === null) throw new Error('no #root')
const root = createRoot(place)
const screen = { full: false, onFull: () => undefined }
const show = (marks: readonly OrderMark[]): void =>
  root.render(
    <Provider store={store}>
      <I18nextProvider i18n={i18n}>
        <div style={{ height: '28rem' }}>
          <PriceChart product={bench} marks={marks} screen={screen} />
        </div>
      </I18nextProvider>
    </Provider>,
  )

window.chart = {
  ticks: 0,
  pass: async (ms) => {
    for (let passed = 0; passed < ms; passed += QUICK_MS) {
      for (let at = 0; at < QUICK_MS; at += TICK_MS) market.step()
      await frame()
    }
  },
  play: async (seconds) => {
    show(openOrders())
    await market.play(seconds)
  },
}
show([])
