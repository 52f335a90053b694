/** Opens the installed app where its user left it. Part of the first load, so it is small. */

/** The key in local storage. lib/last-place.ts writes it. */
export const LAST_PLACE = 'lastPlace'

/** Replaced in tests. */
export interface Device {
  standalone: () => boolean
  storage: Pick<Storage, 'getItem' | 'setItem'>
}
export const thisDevice = (): Device => ({
  standalone: () => matchMedia('(display-mode: standalone)').matches,
  storage: localStorage,
})

/** For the start of the page. An address that names a page wins. Visitors see the welcome page. */
export function openLastPlace(device: () => Device = thisDevice): void {
  try {
    const { standalone, storage } = device()
    const place = storage.getItem(LAST_PLACE)
    if (location.hash.length > 2 || !storage.getItem('token') || !standalone()) return
    if (place?.startsWith('/pages/')) history.replaceState(null, '', `#${place}`)
  } catch {
    // Storage is forbidden.
  }
}
