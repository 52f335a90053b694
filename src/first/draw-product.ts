/** Draws the page of one product without the app: its symbol and its price, in the same layout as the app's page. */
import { MOVED } from '#features/market/row-look.ts'
import { drawPricesOn, element, type FirstPrices, prices, skeleton } from './elements.ts'
import type { FirstProduct } from './shown-prices.ts'

const LOOK = {
  base: 'figures flex items-center gap-1 font-bold text-figure',
  moved: MOVED,
  old: 'text-ink-3',
}

export function drawProduct(
  root: HTMLElement,
  product: FirstProduct,
  { language, at }: { language: string; at: number },
): FirstPrices {
  const { asOf, boxOf, shown } = prices([product], { look: LOOK, language, at })
  const { symbol, quoteCurrency } = product
  const header = element(
    'div',
    'flex flex-col gap-1 px-4',
    element(
      'div',
      'flex h-touch flex-col justify-center',
      skeleton('h-5 w-28'),
      element('p', 'truncate text-xs text-ink-3', `${symbol} · ${quoteCurrency}`),
    ),
    element('div', 'flex h-touch items-center', boxOf(product)),
  )
  const boxes = ['h-10', 'h-[clamp(24rem,calc(100svh-24rem),34rem)]'].map(skeleton)
  const page = element(
    'div',
    'flex flex-col gap-3',
    header,
    element('div', 'flex flex-col gap-3 px-4', ...boxes),
  )
  drawPricesOn(root, asOf, page)
  return shown
}
