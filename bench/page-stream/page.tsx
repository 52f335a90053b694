/** The measured page: the app's own product list over the real streams, or the same rows written by hand. */
import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { ProductListView } from '#features/market/product-list-view.tsx'
import { formatFor } from '#i18n/format.ts'
import { setUpLanguage } from '#i18n/setup.ts'
import { createFrameScheduler, createStreams, frameSchedulerAtom, streamsAtom } from '#streams'
import { createFakeServer, createTape, lastPrices, play, products } from './fake-server.ts'
import { createHandDom } from './hand-dom.ts'
import '#ui/theme.css'

const query = new URLSearchParams(location.search)
const byHand = query.get('mode') === 'hand'
const seconds = Number(query.get('seconds') ?? 5)
const closes = Array.from({ length: 48 }, (_, i) => 1_000 + (i % 7) * 9)

declare global {
  interface Window {
    bench: {
      rows: number
      done: boolean
      frames: number
      longTasks: number
      start(): void
      /** 0 when the page shows the tape's last prices: a page that shows nothing is not fast. */
      wrong(): number
    }
  }
}

let visible: readonly number[] = []
const server = createFakeServer((ids) => {
  visible = ids
})
const store = createStore()
const streams = createStreams({ transport: server.transport })
store.set(streamsAtom, streams)
store.set(
  frameSchedulerAtom,
  createFrameScheduler({
    requestFrame: (run) => requestAnimationFrame(run),
    cancelFrame: (frame) => cancelAnimationFrame(frame),
    flush: (writeAll) => flushSync(writeAll),
  }),
)
const i18n = await setUpLanguage('en')
await i18n.loadNamespaces(['market', 'products'])
const place = document.getElementById('root')
if (place === null) throw new Error('no #root')
const root = createRoot(place)
root.render(
  <Provider store={store}>
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <ProductListView
          products={products}
          nameOf={(symbol) => `Product ${symbol}`}
          closesOf={() => closes}
          emptyFor="search"
        />
      </MemoryRouter>
    </I18nextProvider>
  </Provider>,
)

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Rows whose price on screen is not the tape's last. */
function wrongIn(tape: readonly string[][], ids: readonly number[]): number {
  const last = lastPrices(tape)
  const cells = [...document.querySelectorAll('#root [data-quote]')]
  return ids.filter((id, i) => {
    const text = formatFor('en').price(last.get(id) ?? 0, 2)
    return !cells[i]?.textContent.includes(text)
  }).length
}

/** Live prices first, and a few frames, so that arrows and tints are there to be copied; then the page is at rest. */
async function settled(): Promise<void> {
  while (document.querySelectorAll('[data-quote=live]').length === 0) await pause(50)
  const first = createTape(0.3, visible)
  await new Promise<void>((resolve) => {
    play(first, server.push, resolve)
  })
  while (wrongIn(first, visible) > 0) await pause(50)
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
}

await settled()
const shown = [...visible]
const tape = createTape(seconds, shown)
let beat = server.push
if (byHand) {
  const same = place.innerHTML
  root.unmount()
  streams.close()
  place.innerHTML = same
  beat = createHandDom(shown, formatFor('en'))
  await pause(200)
}

const bench = {
  rows: shown.length,
  done: false,
  frames: 0,
  longTasks: 0,
  start: () => {
    const count = (): void => {
      bench.frames += 1
      if (!bench.done) requestAnimationFrame(count)
    }
    new PerformanceObserver((list) => {
      bench.longTasks += list.getEntries().length
    }).observe({ entryTypes: ['longtask'] })
    requestAnimationFrame(count)
    play(tape, beat, () => {
      bench.done = true
    })
  },
  wrong: () => wrongIn(tape, shown),
}
window.bench = bench
