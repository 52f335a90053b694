/** The prices of the first picture. The app draws the same once it has loaded. */
import { decimalText } from '#contract/decimals.ts'
import { QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { MOVED, ROW } from '#features/market/row-look.ts'
import type { Quote } from '#streams'
import type { FirstProduct } from './shown-prices.ts'

interface Written {
  /** The server's time, ms. */
  at: number
  /** From the socket and not from the page. */
  live: boolean
}

/** Prices on the page. */
export interface FirstPrices {
  /** Takes a quotes frame. Products that are not drawn are skipped. */
  show(quotes: readonly number[], written: Written): void
}

/** Older ticks count as stale prices (contract/topics.ts, quotes). */
const STALE_AFTER_MS = 3_000
/**
 * How figures are separated where it differs from English. Not `Intl`, whose first use takes 40 ms on a slow phone. A
 * test compares both in all languages.
 */
const POINTS = { group: '.', decimal: ',' }
const SEPARATORS: Readonly<Record<string, { group: string; decimal: string; clock?: string }>> = {
  de: POINTS,
  fr: { group: '\u202F', decimal: ',' },
  id: { ...POINTS, clock: '.' },
  vi: POINTS,
}
const ENGLISH = { group: ',', decimal: '.' }
const separatorsOf = (language: string) => ({
  clock: ':',
  ...(SEPARATORS[language] ?? ENGLISH),
})

/** A price of so many decimals, as the language writes it. */
export function priceText(price: number, digits: number, language: string): string {
  const { group, decimal } = separatorsOf(language)
  const [whole = '', ...fraction] = decimalText(price, digits).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, group), ...fraction].join(decimal)
}

/** The time of day on this device, to the second. */
export function clockText(at: number, language: string): string {
  const time = new Date(at)
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(separatorsOf(language).clock)
}

const COLOURS = [...Object.values(MOVED), ROW.oldPrice]

function colour(box: HTMLElement, look: string): void {
  box.classList.remove(...COLOURS)
  box.classList.add(look)
}

/** Writes the prices of a product into an element, and marks them as old. */
function priceOn(box: HTMLElement, product: FirstProduct, language: string) {
  let before: number | null = null
  const age = (): void => {
    if (before === null) return
    box.dataset['quote'] = 'stale'
    colour(box, ROW.oldPrice)
  }
  const write = (price: number, isLive: boolean): void => {
    const movement: Quote['movement'] =
      before === null || before === price ? 'none' : price > before ? 'up' : 'down'
    before = price
    age()
    box.textContent = priceText(price, product.priceDecimals, language)
    if (!isLive) return
    box.dataset['quote'] = 'live'
    if (product.session.state === 'open') colour(box, MOVED[movement])
  }
  return { write, age }
}

/** Writes prices, and the time of the newest, into the elements of a picture that are for them, in their order. */
export function pricesOn(
  picture: HTMLElement,
  products: readonly FirstProduct[],
  language: string,
): FirstPrices {
  const asOf = picture.querySelector('[data-first=asOf]')
  const boxes = picture.querySelectorAll<HTMLElement>('[data-first=price]')
  const cells = new Map(
    products.flatMap((product, i) => {
      const box = boxes[i]
      return box === undefined ? [] : [[product.id, priceOn(box, product, language)] as const]
    }),
  )
  let silence = 0
  return {
    show: (quotes, { at, live }) => {
      asOf?.replaceChildren(clockText(at, language))
      for (let from = 1; from < quotes.length; from += QUOTE_FIELDS) {
        const age = quotes[from + 5] ?? 0
        cells.get(quotes[from] ?? 0)?.write(quotes[from + 1] ?? 0, live && age < STALE_AFTER_MS)
      }
      // A price of which nothing more is heard is no longer live.
      clearTimeout(silence)
      silence = window.setTimeout(() => {
        for (const cell of cells.values()) cell.age()
      }, STALE_AFTER_MS)
    },
  }
}
