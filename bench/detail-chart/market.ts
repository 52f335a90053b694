/** The ticks and the clock of the measured pages: the same ones for the app and for its limit. */
import { LIVE_SPANS, LIVE_VIEWS } from '#features/chart/live/live-views.ts'

declare global {
  interface Window {
    chart: {
      /** Lets so much market time pass quickly, tick by tick. Resolves when it is drawn. */
      pass(ms: number): Promise<void>
      /** Opens three orders and plays so many seconds in real time. */
      play(seconds: number): Promise<void>
      ticks: number
    }
  }
}

export const TICK_MS = 50
/** Market time per frame while it passes quickly: a minute takes about two seconds. */
export const QUICK_MS = 500
/** The time of the first tick. */
const START_MS = 1_700_000_000_000

const asked = new URLSearchParams(location.search).get('view')
export const view = LIVE_VIEWS.find((name) => name === asked) ?? '1m'
export const span = LIVE_SPANS[view]

/** The entry prices of the three orders, as differences to the newest price, and how long they run. */
export const ORDERS = [
  { direction: 'up', above: 30, leftMs: 30_000 },
  { direction: 'down', above: 60, leftMs: 60_000 },
  { direction: 'up', above: 90, leftMs: 300_000 },
] as const

export const frame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })

export interface Market {
  /** The server's time, in ms. */
  now(): number
  /** The newest price. */
  price(): number
  /** Moves the clock by a tick and makes it. */
  step(): void
  /** Makes ticks in real time. */
  play(seconds: number): Promise<void>
}

/** Prices that walk at random from the same seed on each page. `onTick` is passed each of them. */
export function createMarket(onTick: (price: number) => void): Market {
  let price = 1_000_000
  let state = 7
  let base = START_MS
  let since: number | null = null
  const now = (): number => (since === null ? base : base + performance.now() - since)
  const tick = (): void => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    price += Math.round((state / 2 ** 32 - 0.5) * 40)
    onTick(price)
    window.chart.ticks += 1
  }
  return {
    now,
    price: () => price,
    step: () => {
      base += TICK_MS
      tick()
    },
    play: async (seconds) => {
      since = performance.now()
      const timer = setInterval(tick, TICK_MS)
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1_000)
      })
      clearInterval(timer)
      base = now()
      since = null
    },
  }
}
