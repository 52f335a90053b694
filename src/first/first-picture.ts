/**
 * Runs at the end of the page: fills the picture that the build has rendered (pictures.tsx) with the prices embedded in
 * the page, and then with those of the early socket.
 */
import { pictureId, type PictureName } from '#contract/page-elements.ts'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { isSessionStored, leftSocket, shownPath, storedLanguage } from '#app/page-data.ts'
import { productPath, WELCOME_PATH } from '#lib/paths.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { type FirstPrices, pricesOn } from './first-prices.ts'
import {
  type FirstProduct,
  isPractice,
  type ShownPrices,
  shownPrices,
  startFiles,
} from './shown-prices.ts'

/** The prefix of socket.io for an event. */
const EVENT = '42'
const FRAME = `${EVENT}["${SOCKET_EVENTS.frame}",["quotes",`

/** Shows each frame of the prices that the socket asked for when it was opened. */
function hearQuotes(socket: WebSocket, { show }: FirstPrices): void {
  const read = createQuotesDecoder()
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string' || !data.startsWith(FRAME)) return
    const [, envelope]: [unknown, readonly unknown[]] = JSON.parse(data.slice(EVENT.length))
    const [, , , , at, sent] = envelope
    const quotes = read(sent)
    if (typeof at === 'number' && quotes !== undefined) show(quotes, { at, live: true })
  })
}

const templateOf = (name: PictureName): HTMLTemplateElement | null => {
  const found = document.getElementById(pictureId(name))
  return found instanceof HTMLTemplateElement ? found : null
}

/** A copy of an element that the build has rendered. */
const copyOf = (element: Element | null | undefined): HTMLElement =>
  (element ?? document.createElement('div')).cloneNode(true) as HTMLElement

const part = (picture: HTMLElement, name: string): HTMLElement | null =>
  picture.querySelector<HTMLElement>(`[data-first=${name}]`)

/** A row for each product. What visitors are told is in one language only. */
function fillList(picture: HTMLElement, products: readonly FirstProduct[], isTold: boolean): void {
  if (!isTold) part(picture, 'visitor')?.remove()
  const rows = part(picture, 'rows')
  const drawn = products.map(({ symbol }) => {
    const row = copyOf(rows?.firstElementChild)
    part(row, 'link')?.setAttribute('href', `#${productPath(symbol)}`)
    part(row, 'symbol')?.append(symbol)
    return row
  })
  rows?.replaceChildren(...drawn)
}

/** Writes what the money is into the header, unless it is real. */
function fillChip(root: HTMLElement, language: string): void {
  const chip = part(root, 'chip')
  const word = startFiles()?.practice[language]
  if (word !== undefined && isPractice()) chip?.querySelector('strong')?.append(word)
  else chip?.remove()
}

/** Draws the prices as the page has them. */
function drawPrices(
  root: HTMLElement,
  { snapshot, view, products }: ShownPrices,
  language: string,
): FirstPrices {
  const template = templateOf(view === 'list' ? 'list' : 'product')
  const picture = copyOf(template?.content.firstElementChild)
  if (view === 'list')
    fillList(picture, products, !isSessionStored() && template?.lang === language)
  const [{ symbol, quoteCurrency }] = products
  part(picture, 'about')?.append(`${symbol} · ${quoteCurrency}`)
  root.replaceChildren(picture)
  const prices = pricesOn(picture, products, language)
  prices.show(snapshot.quotes, { at: snapshot.at, live: false })
  return prices
}

function begin(root: HTMLElement): void {
  const language = storedLanguage() ?? document.documentElement.lang
  const welcome = templateOf('welcome')
  if (shownPath() === WELCOME_PATH && welcome?.lang === language)
    root.replaceChildren(welcome.content.cloneNode(true))
  const shown = shownPrices()
  const prices = shown && drawPrices(root, shown, language)
  fillChip(root, language)
  const early = leftSocket()
  if (prices !== null && early !== undefined) hearQuotes(early.socket, prices)
  // The app needs it at its first drawing, and the processor is idle until the app's code has arrived.
  void whenIdle().then(() => new Intl.NumberFormat(language))
}

const root = document.getElementById('root')
if (root !== null) begin(root)
