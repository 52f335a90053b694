/** The limit: the very same rows, with their cells written by hand; no framework, no streams. */
import { QUOTE_FIELDS } from '#contract/socket-protocol.ts'
import type { Format } from '#i18n/format.ts'
import type { Beat } from './fake-server.ts'

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
const arrowOf = (up: boolean): string =>
  `<svg width="12" height="12" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="3" ` +
  `stroke-linecap="round" stroke-linejoin="round" class="shrink-0"><path d="${
    up ? 'm5 12 7-7 7 7' : 'M12 5v14'
  }"/><path d="${up ? 'M12 19V5' : 'm19 12-7 7-7-7'}"/></svg>`

function writePrice(row: Row, price: number, format: Format): void {
  if (price === row.last) return
  const movement = price > row.last ? 'up' : 'down'
  row.price.textContent = format.price(price, 2)
  if (row.cell.dataset['movement'] !== movement) {
    row.cell.classList.remove('text-up', 'text-down', 'text-ink')
    row.cell.classList.add(DIRECTIONS[movement])
    row.cell.dataset['movement'] = movement
    const holder = document.createElement('template')
    holder.innerHTML = arrowOf(movement === 'up')
    const arrow = holder.content.firstElementChild
    if (arrow !== null) {
      row.cue?.replaceWith(arrow)
      row.cue = arrow
    }
    row.flash?.classList.remove('bg-up-soft', 'bg-down-soft', 'bg-transparent')
    row.flash?.classList.add(movement === 'up' ? 'bg-up-soft' : 'bg-down-soft')
  }
  row.last = price
  if (row.running?.playState === 'running') return
  row.running = row.flash?.animate([{ opacity: 1 }, { opacity: 0 }], FLASH_MS) ?? null
}

/** Gives what takes the frames; writes happen once an animation frame. */
export function createHandDom(ids: readonly number[], format: Format): Beat {
  const rows = new Map<number, Row>()
  for (const [i, link] of [...document.querySelectorAll('#root a')].entries()) {
    const row = findRow(link)
    if (row !== null) rows.set(ids[i] ?? 0, row)
  }
  const prices = new Map<number, number>()
  const rises = new Map<number, number>()
  let asked = false
  const write = (): void => {
    asked = false
    for (const [id, price] of prices) {
      const row = rows.get(id)
      if (row !== undefined) writePrice(row, price, format)
    }
    for (const [id, rise] of rises) {
      const row = rows.get(id)
      if (row !== undefined) row.rise.textContent = format.signedPercentFromBps(rise)
    }
    prices.clear()
    rises.clear()
  }
  return (frames) => {
    for (const frame of frames) {
      const [topic, , , , , data] = frame as [string, string, number, string, number, number[]]
      if (topic === 'quotes') {
        for (let at = 1; at < data.length; at += QUOTE_FIELDS) {
          prices.set(data[at] ?? 0, data[at + 1] ?? 0)
        }
      } else {
        for (const [id, last, reference] of data as unknown as [number, number, number][]) {
          rises.set(id, Math.trunc(((last - reference) * 10_000) / reference))
        }
      }
    }
    if (asked) return
    asked = true
    requestAnimationFrame(write)
  }
}
