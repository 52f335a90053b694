/** Runs in the page's head: requests what the app will need before its code has loaded. */
import { OPENING_PARAM, type SocketOpening } from '#contract/socket-protocol.ts'
import { openLastPlace } from '#device/last-place.ts'
import { isLogOutOwed } from '#device/owed-log-out.ts'
import {
  isProductList,
  keepEntries,
  keepKeys,
  leaveSocket,
  shownPath,
  storedLanguage,
} from '#app/page-data.ts'
import { keepErrors } from '#lib/first-errors.ts'
import { panesNow } from '#lib/use-panes.ts'
import type { EarlySocket } from '#streams'
import { shownPrices, startFiles } from './shown-prices.ts'

const DEFAULT_LANGUAGE = 'zh-CN'
const REPORTS_AFTER_MS = 4_000

function preload(file: string | undefined): void {
  if (file === undefined) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}

/**
 * Requests the texts of the user's language, and, once the first picture is painted, the code of the first page if it
 * is not in the first load.
 */
function askForFiles(): void {
  const files = startFiles()
  if (files === null) return
  preload(files.texts[storedLanguage() ?? DEFAULT_LANGUAGE])
  const askForPage = (): void => {
    if (!isProductList() || panesNow() > 1) preload(files.pages)
    for (const file of files.code[shownPath()] ?? []) preload(file)
  }
  // A frame's callbacks run before its paint, and timers after it.
  requestAnimationFrame(() => setTimeout(askForPage))
  // Also if the app itself does not start. Prices come first.
  const report = () => import(/* @vite-ignore */ files.reports).catch(() => undefined)
  setTimeout(report, REPORTS_AFTER_MS)
}

const ENGINE = `/socket.io/?EIO=4&transport=websocket&${OPENING_PARAM}=`
/** Packets of Engine.IO and socket.io. */
const CONNECT = '40'
const PING = '2'
const PONG = '3'
const isOpening = (text: string): boolean => text.startsWith('0') || text.startsWith(CONNECT)

/** The first packet of the page, which asks for the prices that the page shows. */
function firstPacket(): SocketOpening {
  const shown = shownPrices()
  if (shown === null) return {}
  const ids = shown.products.map(({ id }) => id)
  return { visible: { list: [], detail: [], [shown.view]: ids } }
}

/**
 * Opens the page's only socket before socket.io has loaded. Its address contains the first packet, so that the answer
 * comes with that of the handshake. socket.io takes the socket over later.
 */
function openSocket(): EarlySocket {
  const opening = encodeURIComponent(JSON.stringify(firstPacket()))
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + ENGINE + opening)
  const early: EarlySocket = { socket, opening: [], taken: false }
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (early.taken || typeof data !== 'string') return
    if (isOpening(data)) early.opening.push(data)
    if (data === PING) socket.send(PONG)
  })
  return early
}

keepErrors()
openLastPlace()
keepKeys()
keepEntries()
// A pending log-out must reach the server before the socket sends the cookie.
if (!isLogOutOwed()) leaveSocket(openSocket())
askForFiles()
