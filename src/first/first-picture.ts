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
import { type FirstProduct, type ShownPrices, shownPrices } from './shown-prices.ts'

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

/** A picture that the build has rendered; null if its texts are in another language. */
function pictureOf(name: PictureName, language?: string): HTMLElement | null {
  const template = document.getElementById(pictureId(name))
  if (!(template instanceof HTMLTemplateElement)) return null
  if (language !== undefined && template.lang !== language) return null
  return template.content.firstElementChild?.cloneNode(true) as HTMLElement
}

const part = (of: HTMLElement, name: string): HTMLElement =>
  of.querySelector<HTMLElement>(`[data-first=${name}]`) ?? of

/** Draws a row for each product, and gives the elements of their prices. */
function drawRows(picture: HTMLElement, products: readonly FirstProduct[]): HTMLElement[] {
  const rows = part(picture, 'rows')
  const [row] = rows.children
  const drawn = products.map(({ symbol }) => {
    const one = row?.cloneNode(true) as HTMLElement
    part(one, 'link').setAttribute('href', `#${productPath(symbol)}`)
    part(one, 'symbol').textContent = symbol
    return one
  })
  rows.replaceChildren(...drawn)
  return drawn.map((one) => part(one, 'price'))
}

/** Draws the prices as the page has them. */
function drawPrices(
  root: HTMLElement,
  { snapshot, view, products }: ShownPrices,
  language: string,
): FirstPrices | null {
  const [product] = products
  const isList = view === 'list'
  const picture = pictureOf(isList ? 'list' : 'product')
  if (product === undefined || picture === null) return null
  const asOf = part(picture, 'asOf')
  let boxes: HTMLElement[]
  if (isList) {
    boxes = drawRows(picture, products)
    if (isSessionStored() || pictureOf('list', language) === null) part(picture, 'visitor').remove()
  } else {
    boxes = [part(picture, 'price')]
    part(picture, 'about').textContent = `${product.symbol} · ${product.quoteCurrency}`
  }
  root.replaceChildren(picture)
  const pairs = products.map((each, i) => [each, boxes[i] ?? picture] as const)
  const prices = pricesOn({ boxes: pairs, asOf }, language)
  prices.show(snapshot.quotes, { at: snapshot.at, live: false })
  return prices
}

function begin(root: HTMLElement): void {
  const language = storedLanguage() ?? document.documentElement.lang
  const welcome = shownPath() === WELCOME_PATH ? pictureOf('welcome', language) : null
  if (welcome !== null) root.replaceChildren(welcome)
  const shown = shownPrices()
  const prices = shown && drawPrices(root, shown, language)
  const early = leftSocket()
  if (prices !== null && early !== undefined) hearQuotes(early.socket, prices)
  // The app needs it at its first drawing, and the processor is idle until the app's code has arrived.
  void whenIdle().then(() => new Intl.NumberFormat(language))
}

const root = document.getElementById('root')
if (root !== null) begin(root)
