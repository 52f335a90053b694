/** Reads which tick of the watched product is on the screen: its price counts its ticks, so a price has one time. */
import { firstPrice } from '../page-stream/fake-server.ts'

/** The first row of the list. */
export const WATCHED = 1

export interface Seen {
  /** Of the shown price at the beginning of each animation frame, since the market's tick, ms. */
  ages: number[]
  framesPerSecond: number
}
/** When the watched product ticks, on the clock that the server and the page share. */
export interface Ticking {
  startMs: number
  periodMs: number
}

declare global {
  interface Window {
    peers: { shown: typeof shown; watch: typeof watch }
  }
}

/** The ticks that the watched product had when it had the shown price. NaN while there is none. */
export function shown(): number {
  const text = document.querySelector('#root a[data-shortcut=row] [data-quote]')?.textContent ?? ''
  const [price] = /[\d,]+\.\d\d/.exec(text) ?? []
  if (price === undefined) return Number.NaN
  return Number(price.replaceAll(/[,.]/g, '')) - firstPrice(WATCHED)
}

/** Looks once per animation frame, before anything of that frame is drawn. */
export function watch({ startMs, periodMs }: Ticking, seconds: number): Promise<Seen> {
  const ages: number[] = []
  const begin = performance.now()
  return new Promise((resolve) => {
    const look = (): void => {
      const ms = performance.now() - begin
      ages.push(Date.now() - (startMs + shown() * periodMs))
      if (ms < seconds * 1_000) requestAnimationFrame(look)
      else resolve({ ages, framesPerSecond: (ages.length / ms) * 1_000 })
    }
    requestAnimationFrame(look)
  })
}
