/** The measured page: the app's own live chart with three orders, over quotes whose time the benchmark sets. */
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
import '#app/app.css'

declare global {
  interface Window {
    chart: {
      /** Lets so much market time pass quickly, tick by tick. Resolves when it is drawn. */
      pass(ms: number): Promise<void>
      /** Plays so many seconds in real time. */
      play(seconds: number): Promise<void>
      ticks: number
    }
  }
}

const TICK_MS = 50
/** Market time per frame while it passes quickly: a minute takes about two seconds. */
const QUICK_MS = 500
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
const view = new URLSearchParams(location.search).get('view') ?? '1m'
localStorage.setItem('chartView', view)

const streams = createFakeStreams()
let since: number | null = null
let base = streams.now
Object.defineProperty(streams, 'now', {
  get: () => (since === null ? base : base + performance.now() - since),
})

let price = 1_000_000
let state = 7
function tick(): void {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  price += Math.round((state / 2 ** 32 - 0.5) * 40)
  streams.tick(ID, price)
  window.chart.ticks += 1
}

const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })

const mark = (id: string, direction: OrderMark['direction'], leftMs: number): OrderMark => ({
  id,
  direction,
  title: `${direction === 'up' ? '▲' : '▼'} 25.00`,
  entry: { timeMs: streams.now - 5_030, price: price + Number(id) * 30 },
  expiresAt: streams.now + leftMs,
  exit: null,
  result: null,
})

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
      for (let at = 0; at < QUICK_MS; at += TICK_MS) {
        base += TICK_MS
        tick()
      }
      await frame()
    }
  },
  play: async (seconds) => {
    show([mark('1', 'up', 30_000), mark('2', 'down', 60_000), mark('3', 'up', 300_000)])
    since = performance.now()
    const timer = setInterval(tick, TICK_MS)
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1_000)
    })
    clearInterval(timer)
    base = streams.now
    since = null
  },
}
show([])
