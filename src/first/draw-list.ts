/** Draws the product list without the app: symbols and prices, in the same layout as the app's list. */
import { QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { MOVED, ROW } from '#features/market/row-look.ts'
import { productPath } from '#lib/paths.ts'
import type { Quote } from '#streams'

export interface FirstProduct {
  id: number
  symbol: string
  priceDecimals: number
  session: { state: string }
}

interface Written {
  at: number
  /** From the socket and not from the page. */
  live: boolean
}

export interface FirstList {
  ids: readonly number[]
  /** Takes a quotes frame. Products that are not drawn are skipped. */
  show(quotes: readonly number[], written: Written): void
}

interface Cell {
  element: HTMLElement
  open: boolean
  price: number | null
  write(price: number): string
}

/** More rows than fit on a tall phone; the app draws the others. */
const ROWS_MAX = 12
/** Older ticks count as stale prices (contract/topics.ts, quotes). */
const STALE_AFTER_MS = 3_000
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const SKELETON = 'block rounded bg-sunken'

function element(tag: string, look: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.className = look
  made.append(...children)
  return made
}
const skeleton = (look: string): HTMLElement => element('span', `${SKELETON} ${look}`)

function drawRow({ symbol }: FirstProduct, price: HTMLElement): HTMLElement {
  const name = element(
    'span',
    'min-w-0 flex-1',
    skeleton('h-5 w-28'),
    element('span', ROW.symbol, symbol),
  )
  const link = element(
    'a',
    ROW.link,
    name,
    element('span', ROW.priceColumn, price),
    element('span', ROW.riseColumn, skeleton('ms-auto h-6 w-16')),
  )
  link.setAttribute('href', `#${productPath(symbol)}`)
  const star = element('span', ROW.star)
  return element('div', ROW.frame, element('div', ROW.line, star, link))
}

/** Empty boxes in the place of the header, the balance bar, the search and the tabs, until the app has the texts. */
function drawFrame(asOf: HTMLElement): HTMLElement[] {
  return [
    element(
      'div',
      'safe-top',
      element('div', 'flex h-bar items-center ps-4', skeleton('h-6 w-24'), asOf),
    ),
    element('div', 'h-strip px-3 pb-2', skeleton('h-full rounded-lg')),
    element('div', 'mx-3 h-16 rounded-card bg-surface'),
    element('div', 'mx-3 mt-2 h-11.5 rounded-control bg-surface'),
    element('div', 'mt-2 h-11.5'),
    element('div', 'h-touch border-b border-line/60 bg-surface'),
  ]
}

function show(cell: Cell, price: number, isLive: boolean): void {
  const { element: box, price: before } = cell
  const movement: Quote['movement'] =
    before === null || before === price ? 'none' : price > before ? 'up' : 'down'
  cell.price = price
  box.dataset['quote'] = isLive ? 'live' : 'stale'
  box.className = `${ROW.price} ${isLive && cell.open ? MOVED[movement] : ROW.oldPrice}`
  box.textContent = cell.write(price)
}

export function drawList(
  root: HTMLElement,
  products: readonly FirstProduct[],
  { language, at }: { language: string; at: number },
): FirstList {
  const isOpen = ({ session }: FirstProduct): boolean => session.state === 'open'
  const shown = products
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
    .slice(0, ROWS_MAX)
  const cells = new Map<number, Cell>()
  const rows = shown.map((product) => {
    const digits = product.priceDecimals
    const { format } = new Intl.NumberFormat(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    const box = element('span', ROW.price)
    const write = (price: number): string => format(price / 10 ** digits)
    cells.set(product.id, { element: box, open: isOpen(product), price: null, write })
    return drawRow(product, box)
  })
  const list = element('div', '', ...rows)
  // Only the links are interactive. Screen readers are notified once the app has loaded.
  const time = new Intl.DateTimeFormat(language, CLOCK)
  const asOf = element('span', 'figures ms-auto pe-3 text-2xs text-ink-3', time.format(at))
  const [bar = '', strip = '', ...above] = drawFrame(asOf)
  // On a large screen the list is the first pane (pages/trading).
  const pane = element('div', 'two:w-78', ...above, list)
  const page = element('div', 'mx-auto max-w-phone two:max-w-none', bar, strip, pane)
  page.setAttribute('aria-busy', 'true')
  root.replaceChildren(page)
  return {
    ids: [...cells.keys()],
    show: (quotes, written) => {
      asOf.textContent = time.format(written.at)
      for (let from = 1; from < quotes.length; from += QUOTE_FIELDS) {
        const cell = cells.get(quotes[from] ?? 0)
        const age = quotes[from + 5] ?? 0
        if (cell !== undefined)
          show(cell, quotes[from + 1] ?? 0, written.live && age < STALE_AFTER_MS)
      }
    },
  }
}
