/** What both measured pages have in common: the app's streams over the fake server, and the measured tape. */
import { Provider } from 'jotai'
import { createStore } from 'jotai/vanilla'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import type { VisibleRequest } from '#contract/topics.ts'
import { CommonTexts } from '#i18n/common-texts.tsx'
import { formatFor } from '#i18n/format.ts'
import { type Namespace, setUpLanguage } from '#i18n/setup.ts'
import {
  createFrameScheduler,
  createStreams,
  frameSchedulerAtom,
  type Streams,
  streamsAtom,
} from '#streams'
import {
  type Beat,
  createFakeServer,
  createTape,
  lastPrices,
  play,
  type Tape,
} from './fake-server.ts'
import { rowLinks } from './hand-dom.ts'
import { measurePaint } from './paint-times.ts'
import '#app/app.css'

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
      /** Plays the rest of the tape; the milliseconds from each flush until its prices were painted. */
      paintTimes(): Promise<number[]>
    }
  }
}

type Prices = ReadonlyMap<number, number>
export type I18n = Awaited<ReturnType<typeof setUpLanguage>>
export const format = formatFor('en')

export interface Scene {
  page: ReactNode
  namespaces: readonly Namespace[]
  /** Snapshots of other topics than the market's. */
  own: Readonly<Record<string, string>>
  /** Whether everything is there that will be measured. */
  isReady(visible: VisibleRequest): boolean
  /** The number of values beside the list that are not those of the last prices. */
  wrong(last: Prices, i18n: I18n): number
  /** Takes the frames without React and streams, on a copy of the page's own elements. */
  byHand(visible: VisibleRequest, i18n: I18n): Beat
}

const query = new URLSearchParams(location.search)
const seconds = Number(query.get('seconds') ?? 5)
const paintSeconds = Number(query.get('paint') ?? 0)

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Products whose row does not show the last price. */
function wrongRows(ids: readonly number[], last: Prices): number {
  const links = rowLinks()
  return ids.filter((id) => {
    const text = format.price(last.get(id) ?? 0, 2)
    return links.get(id)?.querySelector('[data-quote]')?.textContent.includes(text) !== true
  }).length
}

/** Renders a page over its streams as the app does. Returns a function that removes it. */
export function mount(
  place: HTMLElement,
  page: ReactNode,
  { streams, i18n }: { streams: Streams; i18n: I18n },
): () => void {
  const store = createStore()
  store.set(streamsAtom, streams)
  store.set(
    frameSchedulerAtom,
    createFrameScheduler({
      requestFrame: (run) => requestAnimationFrame(run),
      cancelFrame: (frame) => cancelAnimationFrame(frame),
      flush: (writeAll) => flushSync(writeAll),
    }),
  )
  const root = createRoot(place)
  root.render(
    <Provider store={store}>
      <I18nextProvider i18n={i18n}>
        <CommonTexts>
          <MemoryRouter>{page}</MemoryRouter>
        </CommonTexts>
      </I18nextProvider>
    </Provider>,
  )
  return () => {
    root.unmount()
    streams.close()
  }
}

function show(scene: Scene, i18n: I18n, place: HTMLElement) {
  let visible: VisibleRequest = { list: [], detail: [] }
  const server = createFakeServer((next) => {
    visible = next
  }, scene.own)
  const streams = createStreams({ transport: server.transport })
  const close = mount(place, scene.page, { streams, i18n })
  return { push: server.push, visible: () => visible, close }
}

const isFinite = ({ effect }: Animation): boolean =>
  effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY

/** The part of the tape that is played at full length, and the rest of it. */
function split({ beatMs, beats }: Tape): { tape: Tape; rest: Tape } {
  const end = Math.round((seconds * 1_000) / beatMs)
  return { tape: { beatMs, beats: beats.slice(0, end) }, rest: { beatMs, beats: beats.slice(end) } }
}

function createBench(whole: Tape, beat: Beat, wrong: (tape: Tape) => number): Window['bench'] {
  const { tape, rest } = split(whole)
  const bench = {
    rows: rowLinks().size,
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
    wrong: () => wrong(tape),
    paintTimes: () => measurePaint(rest, beat, (price) => format.price(price, 2)),
  }
  return bench
}

/** Shows the page until it is at rest, replaces it by its copy if asked to, and waits to be started. */
export async function stage(scene: Scene): Promise<void> {
  const i18n = await setUpLanguage('en')
  await i18n.loadNamespaces(scene.namespaces)
  const place = document.getElementById('root')
  if (place === null) throw new Error('no #root')
  const { push, visible, close } = show(scene, i18n, place)
  let rows: readonly number[] = []
  const wrong = (tape: Tape): number => {
    const last = lastPrices(tape)
    return wrongRows(rows, last) + scene.wrong(last, i18n)
  }
  const isReady = (): boolean =>
    document.querySelectorAll('a [data-quote=live]').length > 0 && scene.isReady(visible())
  while (!isReady()) await pause(50)
  rows = [...rowLinks().keys()]
  // A few frames, so that arrows and tints are there to be copied.
  const first = createTape(0.3, visible())
  await new Promise<void>((resolve) => {
    play(first, push, resolve)
  })
  while (wrong(first) > 0) await pause(50)
  const moving = document.getAnimations().filter(isFinite)
  await Promise.allSettled(moving.map(({ finished }) => finished))
  const shown = visible()
  const tape = createTape(seconds + paintSeconds, shown)
  let beat = push
  if (query.get('mode') === 'hand') {
    const same = place.innerHTML
    close()
    place.innerHTML = same
    beat = scene.byHand(shown, i18n)
    await pause(200)
  }
  window.bench = createBench(tape, beat, wrong)
}
