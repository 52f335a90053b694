/** What the first pictures are made of. The app draws the same once it has loaded. */
import { QUOTE_FIELDS } from '#contract/quote-frames.ts'
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

/** Classes of a price's element. */
export interface PriceLook {
  base: string
  moved: Record<Quote['movement'], string>
  old: string
}

/** Older ticks count as stale prices (contract/topics.ts, quotes). */
const STALE_AFTER_MS = 3_000
const SKELETON = 'block rounded bg-sunken'

export function element(tag: string, look: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.className = look
  made.append(...children)
  return made
}
export const skeleton = (look: string): HTMLElement => element('span', `${SKELETON} ${look}`)

/** The bar at the top of every page. */
export const bar = (...children: (Node | string)[]): HTMLElement =>
  element('div', 'safe-top', element('div', 'flex h-bar items-center ps-4', ...children))
/** Replaces the page with a first picture. Screen readers are notified once the app has loaded. */
export function drawOn(root: HTMLElement, ...children: HTMLElement[]): void {
  const page = element('div', 'mx-auto max-w-phone two:max-w-none', ...children)
  page.setAttribute('aria-busy', 'true')
  root.replaceChildren(page)
}

/** The same for a page with prices. Its title and its practice strip are empty boxes, until the app has the texts. */
export function drawPricesOn(root: HTMLElement, asOf: HTMLElement, page: HTMLElement): void {
  const strip = element('div', 'h-strip px-3 pb-2', skeleton('h-full rounded-lg'))
  drawOn(root, bar(skeleton('h-6 w-24'), asOf), strip, page)
}

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
  const text = String(price).padStart(digits + 1, '0')
  const point = text.length - digits
  const whole = text.slice(0, point).replace(/\B(?=(\d{3})+$)/g, group)
  return digits === 0 ? whole : whole + decimal + text.slice(point)
}

/** The time of day on this device, to the second. */
export function clockText(at: number, language: string): string {
  const time = new Date(at)
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(separatorsOf(language).clock)
}

/** A price's element, what writes a price of so many decimals into it, and what marks it as old. */
function priceOf(product: FirstProduct, look: PriceLook, language: string) {
  const digits = product.priceDecimals
  const box = element('span', look.base)
  let before: number | null = null
  const age = (): void => {
    if (before === null) return
    box.dataset['quote'] = 'stale'
    box.className = `${look.base} ${look.old}`
  }
  const write = (price: number, isLive: boolean): void => {
    const movement: Quote['movement'] =
      before === null || before === price ? 'none' : price > before ? 'up' : 'down'
    before = price
    age()
    box.textContent = priceText(price, digits, language)
    if (!isLive) return
    box.dataset['quote'] = 'live'
    if (product.session.state === 'open') box.className = `${look.base} ${look.moved[movement]}`
  }
  return { box, write, age }
}

interface Drawn {
  look: PriceLook
  language: string
  /** The server's time, ms. */
  at: number
}

/** Draws the prices of products, and the time of the newest. */
export function prices(products: readonly FirstProduct[], { look, language, at }: Drawn) {
  const asOf = element('span', 'figures ms-auto pe-3 text-xs text-ink-3', clockText(at, language))
  const cells = new Map(products.map((product) => [product.id, priceOf(product, look, language)]))
  let silence = 0
  const shown: FirstPrices = {
    show: (quotes, written) => {
      asOf.textContent = clockText(written.at, language)
      for (let from = 1; from < quotes.length; from += QUOTE_FIELDS) {
        const cell = cells.get(quotes[from] ?? 0)
        const age = quotes[from + 5] ?? 0
        cell?.write(quotes[from + 1] ?? 0, written.live && age < STALE_AFTER_MS)
      }
      // A price of which nothing more is heard is no longer live.
      clearTimeout(silence)
      silence = window.setTimeout(() => {
        for (const cell of cells.values()) cell.age()
      }, STALE_AFTER_MS)
    },
  }
  const boxOf = ({ id }: FirstProduct): HTMLElement => cells.get(id)?.box ?? skeleton('')
  return { asOf, boxOf, shown }
}
