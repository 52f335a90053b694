/** Opens the installed app where its user left it. Part of the first load, so it is small. */

import { storedText } from '#lib/device-text.ts'

/** The key in local storage. lib/last-place.ts writes it. */
export const LAST_PLACE = 'lastPlace'

/** Replaced in tests. */
export interface Device {
  standalone: () => boolean
  read: typeof storedText
}
export const thisDevice = (): Device => ({
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
