/** Remembers where the user of the installed app leaves it, for the next start (lib/open-last-place.ts). */
import { keepText } from '#lib/device-text.ts'
import { type Device, LAST_PLACE, thisDevice } from '#lib/open-last-place.ts'
import { canonicalPath, PATHS, type PageName } from '#lib/paths.ts'

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

const keptParts = new Map(Object.entries(KEPT).map(([name, part]) => [pathOf(name), part]))
function pathOf(name: string): string {
  return Object.entries(PATHS).find(([each]) => each === name)?.[1] ?? ''
}

/** The part of an address after the `#` that the app may open with: no open sheet, no form. Null: nowhere. */
export function placeOf(address: string): string | null {
  const [pathname = '', search = ''] = address.split('?')
  const path = canonicalPath(pathname)
  const part = keptParts.get(path)
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
