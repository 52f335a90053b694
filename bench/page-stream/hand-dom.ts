/** The limit: the very same rows, with their cells written by hand; no framework, no streams. */
import { QUOTE_FIELDS } from '#contract/quote-frames.ts'
import type { Format } from '#i18n/format.ts'
import { type Beat, quotesReader } from './fake-server.ts'

type StatsRow = [id: number, last: number, reference: number, high: number, low: number]

interface Row {
  cell: HTMLElement
  cue: Element | null
  price: HTMLElement
  flash: HTMLElement | null
  rise: HTMLElement
  last: number
  running: Animation | null
}

const DIRECTIONS = { up: 'text-up', down: 'text-down' } as const
const FLASH_MS = 450

function findRow(link: Element): Row | null {
  const cell = link.querySelector<HTMLElement>('[data-quote]')
  const rise = link.querySelector<HTMLElement>('[data-stats]')
  const price = cell?.querySelector<HTMLElement>(':scope > span:last-of-type')
  if (cell === null || cell === undefined || rise === null || !price) return null
  const flash = cell.querySelector<HTMLElement>(':scope > span[aria-hidden].absolute')
  const cue = cell.querySelector('svg, span.w-3')
  return { cell, cue, price, flash, rise, last: 0, running: null }
}

/** The two arrows as the page draws them, taken from it once. */
const arrowOf = (up: boolean, size: number, width: number): string =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" ` +
  `stroke="currentColor" stroke-width="${width}" ` +
  `stroke-linecap="round" stroke-linejoin="round" class="shrink-0"><path d="${
    up ? 'm5 12 7-7 7 7' : 'M12 5v14'
  }"/><path d="${up ? 'M12 19V5' : 'm19 12-7 7-7-7'}"/></svg>`

export function arrow(up: boolean, size: number, width: number): Element | null {
  const holder = document.createElement('template')
  holder.innerHTML = arrowOf(up, size, width)
  return holder.content.firstElementChild
}

function writePrice(row: Row, price: number, format: Format): void {
  if (price === row.last) return
  const movement = price > row.last ? 'up' : 'down'
  row.price.textContent = format.price(price, 2)
  if (row.cell.dataset['movement'] !== movement) {
    row.cell.classList.remove('text-up', 'text-down', 'text-ink')
    row.cell.classList.add(DIRECTIONS[movement])
    row.cell.dataset['movement'] = movement
    const cue = arrow(movement === 'up', 12, 3)
    if (cue !== null) {
      row.cue?.replaceWith(cue)
      row.cue = cue
    }
    row.flash?.classList.remove('bg-up-soft', 'bg-down-soft', 'bg-transparent')
    row.flash?.classList.add(movement === 'up' ? 'bg-up-soft' : 'bg-down-soft')
  }
  row.last = price
  if (row.running?.playState === 'running') return
  row.running = row.flash?.animate([{ opacity: 1 }, { opacity: 0 }], FLASH_MS) ?? null
}

/** The links of the list's mounted rows, by product. */
export function rowLinks(): Map<number, Element> {
  const links = document.querySelectorAll<HTMLAnchorElement>('#root a[data-shortcut=row]')
  return new Map([...links].map((link) => [Number(/BENCH(\d+)/.exec(link.href)?.[1]), link]))
}

/** The last day of a product; the rise is in basis points. */
interface Day {
  rise: number
  high: number
  low: number
}
/** Takes what changed since the last animation frame, by product. */
export type Write = (prices: ReadonlyMap<number, number>, days: ReadonlyMap<number, Day>) => void

export function createHandRows(format: Format): Write {
  const rows = new Map<number, Row>()
  for (const [id, link] of rowLinks()) {
    const row = findRow(link)
    if (row !== null) rows.set(id, row)
  }
  return (prices, days) => {
    for (const [id, price] of prices) {
      const row = rows.get(id)
      if (row !== undefined) writePrice(row, price, format)
    }
    for (const [id, { rise }] of days) {
      const row = rows.get(id)
      if (row !== undefined) row.rise.textContent = format.signedPercentFromBps(rise)
    }
  }
}

/** Gives what takes the frames; writes happen once an animation frame. */
export function createHandDom(write: Write): Beat {
  const prices = new Map<number, number>()
  const days = new Map<number, Day>()
  const read = quotesReader()
  let asked = false
  const writeAll = (): void => {
    asked = false
    write(prices, days)
    prices.clear()
    days.clear()
  }
  return (frames) => {
    for (const frame of frames) {
      const [topic, , , , , data] = frame as [string, string, number, string, number, unknown]
      if (topic === 'quotes') {
        const quotes = read(data) ?? []
        for (let at = 1; at < quotes.length; at += QUOTE_FIELDS) {
          prices.set(quotes[at] ?? 0, quotes[at + 1] ?? 0)
        }
      } else if (topic === 'stats') {
        for (const [id, last, reference, high, low] of data as StatsRow[]) {
          const rise = Math.trunc(((last - reference) * 10_000) / reference)
          days.set(id, { rise, high, low })
        }
      }
    }
    if (asked) return
    asked = true
    requestAnimationFrame(writeAll)
  }
}
