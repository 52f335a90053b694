/**
 * Runs at the end of the page: draws the first picture from the prices and the texts embedded in the page, and then
 * writes the prices of the early socket into it.
 */
import { FIRST_TEXTS_ID, type FirstTexts, PAGE_SNAPSHOT_ID } from '#contract/page-elements.ts'
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import {
  isSessionStored,
  leftSocket,
  shownPath,
  shownSymbol,
  storedLanguage,
  writtenIn,
} from '#lib/page-data.ts'
import { PATHS } from '#lib/paths.ts'
import { panesNow } from '#lib/use-panes.ts'
import type { EarlySocket } from '#streams'
import { drawList } from './draw-list.ts'
import { drawProduct } from './draw-product.ts'
import { drawWelcome } from './draw-welcome.ts'
import type { FirstPrices, FirstProduct } from './elements.ts'

interface Written extends Omit<PageSnapshot, 'products'> {
  products: { products: readonly FirstProduct[] }
}
/** The data was written into the page by our own server or service worker. */
const isWritten = (data: unknown): data is Written =>
  typeof data === 'object' && data !== null && 'quotes' in data
/** The texts were written by our own build. */
const areTexts = (data: unknown): data is FirstTexts =>
  typeof data === 'object' && data !== null && 'welcome' in data

type Flat = readonly number[]
type Visible = NonNullable<EarlySocket['visible']>

/** The prefixes of socket.io for an event and for an accepted connection. */
const EVENT = '42'
const LET_IN = '40'
const FRAME = `${EVENT}["${SOCKET_EVENTS.frame}",["quotes",`

/**
 * Asks for the prices of these products, if the first packet of the socket did not, and passes on each frame with its
 * server time.
 */
function hearQuotes(
  early: EarlySocket,
  visible: Visible,
  hear: (quotes: Flat, at: number) => void,
): void {
  const { socket, opening } = early
  const read = createQuotesDecoder()
  early.visible = visible
  const say = (event: string, payload: unknown): void =>
    socket.send(EVENT + JSON.stringify([event, payload]))
  const ask = (): void => {
    if (early.taken || early.asked === true) return
    // Without an acknowledgement number, because no answer is expected, and the app's own requests start with the first
    // number.
    say(SOCKET_EVENTS.visible, visible)
    say(SOCKET_EVENTS.subscribe, { topic: 'quotes' })
  }
  if (opening.some((text) => text.startsWith(LET_IN))) ask()
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string') return
    if (data.startsWith(LET_IN)) ask()
    if (!data.startsWith(FRAME)) return
    const [, envelope]: [unknown, readonly unknown[]] = JSON.parse(data.slice(EVENT.length))
    const [, , , , at, sent] = envelope
    const quotes = read(sent)
    if (typeof at === 'number' && quotes !== undefined) hear(quotes, at)
  })
}

/** The prices that the page shows, and how often it wants them; null for a page without prices. */
function drawPrices(
  root: HTMLElement,
  { products, at }: Written,
  { language, texts }: { language: string; texts: FirstTexts | null },
): { prices: FirstPrices; view: keyof Visible } | null {
  if (shownPath() === PATHS.products) {
    const visitor = isSessionStored() ? null : (texts?.visitor ?? null)
    return {
      prices: drawList(root, products.products, { language, at, visitor }),
      view: 'list',
    }
  }
  const symbol = shownSymbol()
  const product = products.products.find((each) => each.symbol === symbol)
  if (product === undefined || panesNow() > 1) return null
  return { prices: drawProduct(root, product, { language, at }), view: 'detail' }
}

function begin(root: HTMLElement): void {
  const written = writtenIn(FIRST_TEXTS_ID)
  const language = storedLanguage() ?? document.documentElement.lang
  const texts = areTexts(written) && written.language === language ? written : null
  if (shownPath() === PATHS.welcome && texts !== null) drawWelcome(root, texts.welcome)
  const known = writtenIn(PAGE_SNAPSHOT_ID)
  if (!isWritten(known)) return
  const drawn = drawPrices(root, known, { language, texts })
  if (drawn === null) return
  const { prices, view } = drawn
  prices.show(known.quotes, { at: known.at, live: false })
  const early = leftSocket()
  if (early === undefined) return
  const visible: Visible = { list: [], detail: [], [view]: prices.ids }
  hearQuotes(early, visible, (quotes, at) => prices.show(quotes, { at, live: true }))
}

const root = document.getElementById('root')
if (root !== null) begin(root)
