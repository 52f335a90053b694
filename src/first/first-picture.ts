/**
 * Runs at the end of the page: draws the first picture from the prices and the texts embedded in the page, and then
 * writes the prices of the early socket into it.
 */
import { FIRST_TEXTS_ID, type FirstTexts } from '#contract/page-elements.ts'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import {
  isSessionStored,
  leftSocket,
  shownPath,
  storedLanguage,
  writtenIn,
} from '#app/page-data.ts'
import { WELCOME_PATH } from '#lib/paths.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { drawList } from './draw-list.ts'
import { drawProduct } from './draw-product.ts'
import { drawWelcome } from './draw-welcome.ts'
import type { FirstPrices } from './elements.ts'
import { type ShownPrices, shownPrices } from './shown-prices.ts'

/** The texts were written by our own build. */
const areTexts = (data: unknown): data is FirstTexts =>
  typeof data === 'object' && data !== null && 'welcome' in data

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

/** Draws the prices as the page has them. */
function drawPrices(
  root: HTMLElement,
  { snapshot, view, products }: ShownPrices,
  { language, texts }: { language: string; texts: FirstTexts | null },
): FirstPrices | null {
  const { at, quotes } = snapshot
  const [product] = products
  if (product === undefined) return null
  const visitor = isSessionStored() ? null : (texts?.visitor ?? null)
  const prices =
    view === 'list'
      ? drawList(root, products, { language, at, visitor })
      : drawProduct(root, product, { language, at })
  prices.show(quotes, { at, live: false })
  return prices
}

function begin(root: HTMLElement): void {
  const written = writtenIn(FIRST_TEXTS_ID)
  const language = storedLanguage() ?? document.documentElement.lang
  const texts = areTexts(written) && written.language === language ? written : null
  if (shownPath() === WELCOME_PATH && texts !== null) drawWelcome(root, texts.welcome)
  const shown = shownPrices()
  const prices = shown && drawPrices(root, shown, { language, texts })
  const early = leftSocket()
  if (prices !== null && early !== undefined) hearQuotes(early.socket, prices)
  // The app needs it at its first drawing, and the processor is idle until the app's code has arrived.
  void whenIdle().then(() => new Intl.NumberFormat(language))
}

const root = document.getElementById('root')
if (root !== null) begin(root)
