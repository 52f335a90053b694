/** Draws the product list without the app: symbols and prices, in the same layout as the app's list. */
import type { FirstTexts } from '#contract/page-elements.ts'
import { MOVED, ROW } from '#features/market/row-look.ts'
import { productPath } from '#lib/paths.ts'
import { drawPricesOn, element, type FirstPrices, prices, skeleton } from './elements.ts'
import type { FirstProduct } from './shown-prices.ts'

interface Options {
  language: string
  /** The server's time, ms. */
  at: number
  /** What visitors are told; null for users, and in languages whose texts the page does not have. */
  visitor: FirstTexts['visitor'] | null
}

const LOOK = { base: ROW.price, moved: MOVED, old: ROW.oldPrice }

function drawRow({ symbol }: FirstProduct, price: HTMLElement): HTMLElement {
  const name = element('span', ROW.name, skeleton('h-5 w-28'), element('span', ROW.symbol, symbol))
  const link = element(
    'a',
    ROW.link,
    name,
    element(
      'span',
      ROW.figures,
      element('span', ROW.priceColumn, price),
      element('span', ROW.riseColumn, skeleton('ms-auto h-6 w-16')),
    ),
  )
  link.setAttribute('href', `#${productPath(symbol)}`)
  const star = element('span', ROW.star)
  return element('div', ROW.frame, element('div', ROW.line, star, link))
}

/** Boxes in the place of the balance bar, the search, the tabs and the head of the table. */
const drawAbove = (visitor: Options['visitor']): HTMLElement[] => [
  element(
    'div',
    'mx-3 flex min-h-16 items-center gap-2 rounded-card bg-surface px-3 py-2',
    element('p', 'min-w-0 flex-1 basis-40 text-sm text-ink-2', visitor ?? ''),
    ...(visitor === null ? [] : [skeleton('h-11 w-14'), skeleton('h-11 w-14')]),
  ),
  element('div', 'mx-3 mt-2 h-11.5 rounded-control bg-surface'),
  element('div', 'mt-2 h-11.5'),
  element('div', 'h-touch border-b border-line/60 bg-surface'),
]

export function drawList(
  root: HTMLElement,
  products: readonly FirstProduct[],
  { language, at, visitor }: Options,
): FirstPrices {
  const { asOf, boxOf, shown } = prices(products, { look: LOOK, language, at })
  // Only the links are interactive.
  const list = element('div', '', ...products.map((product) => drawRow(product, boxOf(product))))
  // On a large screen the list is the first pane (pages/trading).
  const pane = element('div', 'two:w-78', ...drawAbove(visitor), list)
  drawPricesOn(root, asOf, pane)
  return shown
}
