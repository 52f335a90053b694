/** Asks the device for its location. The result goes only to the caller: nothing here sends or stores it. */
import { atom } from 'jotai/vanilla'

export type Located =
  | { status: 'found'; latitude: number; longitude: number }
  /** The user or the browser denied access. */
  | { status: 'refused' }
  | { status: 'unavailable' }

const PATIENCE_MS = 15_000
/** Only the city matters, so an older and less precise location is acceptable. */
const OLDEST_MS = 600_000

function askDevice(): Promise<Located> {
  return new Promise((resolve) => {
    // Pages that were not loaded over HTTPS have no geolocation API.
    if (!('geolocation' in navigator)) return resolve({ status: 'unavailable' })
    try {
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => resolve({ status: 'found', latitude, longitude }),
        ({ code, PERMISSION_DENIED }) =>
          resolve({ status: code === PERMISSION_DENIED ? 'refused' : 'unavailable' }),
        { timeout: PATIENCE_MS, maximumAge: OLDEST_MS, enableHighAccuracy: false },
      )
    } catch {
      resolve({ status: 'unavailable' })
    }
  })
}

/** Replaced in tests. */
export const locateAtom = atom<{ locate: () => Promise<Located> }>({ locate: askDevice })
