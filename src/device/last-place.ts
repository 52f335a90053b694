/** Opens the installed app where its user left it. The first script of the page uses this too. */
import { keepText, storedText } from '#device/texts.ts'
import { canonicalPath, PATHS, type PageName } from '#lib/paths.ts'

const LAST_PLACE = 'lastPlace'

/** Replaced in tests. */
export interface Device {
  standalone: () => boolean
  read: typeof storedText
}
const thisDevice = (): Device => ({
  standalone: () => matchMedia('(display-mode: standalone)').matches,
  read: storedText,
})

/** For the start of the page. An address that names a page wins. Visitors see the welcome page. */
export function openLastPlace(device: () => Device = thisDevice): void {
  const { standalone, read } = device()
  const place = read(LAST_PLACE)
  if (location.hash.length > 2 || !read('token') || !standalone()) return
  if (place?.startsWith('/pages/')) history.replaceState(null, '', `#${place}`)
}

/** The pages to return to, with the part of the address that is kept. Forms and single documents are not among them. */
const KEPT: Partial<Record<PageName, string | null>> = {
  home: null,
  products: null,
  productDetail: 'symbol',
  orders: 'tab',
  fund: null,
  fundRecords: 'tab',
  user: null,
  messages: null,
  support: null,
  settings: null,
  trust: null,
  odds: null,
  statistics: null,
}

/** The part of an address after the `#` that the app may open with: no open sheet, no form. Null: nowhere. */
export function placeOf(address: string): string | null {
  const [pathname = '', search = ''] = address.split('?')
  const path = canonicalPath(pathname)
  const [name] = Object.entries(PATHS).find(([, each]) => each === path) ?? []
  const [, part] = Object.entries(KEPT).find(([each]) => each === name) ?? []
  if (part === undefined) return null
  const value = part === null ? null : new URLSearchParams(search).get(part)
  return value === null ? path : `${path}?${new URLSearchParams({ [part ?? '']: value })}`
}

/** Stores the place that is shown, when the app goes to the background. */
export function keepLastPlace(device: () => Device = thisDevice): void {
  document.addEventListener('visibilitychange', () => {
    const place = document.hidden ? placeOf(location.hash.slice(1)) : null
    const { standalone, read } = device()
    // A visitor's start ignores it.
    if (place !== null && read('token') !== null && standalone()) keepText(LAST_PLACE, place)
  })
}
