/** Data that the page's inline scripts leave for the app. */
import { storedText } from '#device/texts.ts'
import { canonicalPath, PRODUCT_PATH, PRODUCTS_PATH } from '#lib/paths.ts'
import type { EarlySocket } from '#streams'

interface FirstPage {
  earlySocket?: EarlySocket
  pressed?: KeyboardEvent[]
  entries?: number
}
const page: FirstPage = globalThis as FirstPage

export function leaveSocket(socket: EarlySocket): void {
  page.earlySocket = socket
}
export const leftSocket = (): EarlySocket | undefined => page.earlySocket

/** More than anyone types before the code of the shortcuts has loaded. Without that code, the rest is ignored. */
const KEYS_MAX = 32

/** Keeps the key presses from the first picture on, until the shortcuts take them. */
export function keepKeys(): void {
  const pressed: KeyboardEvent[] = []
  page.pressed = pressed
  addEventListener('keydown', (event) => pressed.length < KEYS_MAX && pressed.push(event))
}
/** To be emptied by what plays them. */
export const pressedKeys = (): KeyboardEvent[] => page.pressed ?? []

/** Counts the pages that this tab had visited when this one was opened. */
export function keepEntries(): void {
  page.entries = history.length
}
/** Whether nothing was opened from this page yet, not even by a link of the first picture. */
export const isFirstEntry = (): boolean => history.length === (page.entries ?? history.length)

/** JSON embedded in the page; undefined where the server or the build wrote none. */
export function writtenIn(id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '') ?? undefined
  } catch {
    return undefined
  }
}

/** The address of the app's page, as `PATHS` has it. */
export const shownPath = (): string => canonicalPath(location.hash.slice(1).split('?')[0] || '/')

/** The symbol of the product whose page this is; null on other pages. */
export const shownSymbol = (): string | null =>
  shownPath() === PRODUCT_PATH
    ? new URLSearchParams(location.hash.split('?')[1]).get('symbol')
    : null

/** Whether this page is the list of products. */
export const isProductList = (): boolean => shownPath() === PRODUCTS_PATH

/** Null also when storage is refused. */
export const storedLanguage = (): string | null => storedText('language')
/** Whether a user was logged in on this device when it was last used. */
export const isSessionStored = (): boolean => storedText('token') !== null
