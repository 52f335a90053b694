/** Runs at the end of the page: shows the prices embedded in the page, then those of the early socket. */
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import { PAGE_SNAPSHOT_ID } from '#contract/page-elements.ts'
import { createQuotesDecoder } from '#contract/quote-frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import type { EarlySocket } from '#streams'
import { drawList, type FirstProduct } from './draw-list.ts'
import { isProductList, leftSocket, storedLanguage, writtenIn } from '#lib/page-data.ts'

interface Written extends Omit<PageSnapshot, 'products'> {
  products: { products: readonly FirstProduct[] }
}
/** The data was written into the page by our own server or service worker. */
const isWritten = (data: unknown): data is Written =>
  typeof data === 'object' && data !== null && 'quotes' in data

type Flat = readonly number[]

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
  ids: readonly number[],
  hear: (quotes: Flat, at: number) => void,
): void {
  const { socket, opening } = early
  const read = createQuotesDecoder()
  early.wanted = ids
  const say = (event: string, payload: unknown): void =>
    socket.send(EVENT + JSON.stringify([event, payload]))
  const ask = (): void => {
    if (early.taken || early.asked === true) return
    // Without an acknowledgement number, because no answer is expected, and the app's own requests start with the first
    // number.
    say(SOCKET_EVENTS.visible, { list: ids, detail: [] })
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

function begin(): void {
  const known = writtenIn(PAGE_SNAPSHOT_ID)
  const root = document.getElementById('root')
  const early = leftSocket()
  if (!isProductList() || !isWritten(known) || root === null) return
  const language = storedLanguage() ?? document.documentElement.lang
  const list = drawList(root, known.products.products, { language, at: known.at })
  list.show(known.quotes, { at: known.at, live: false })
  if (early === undefined) return
  hearQuotes(early, list.ids, (quotes, at) => list.show(quotes, { at, live: true }))
}

begin()
