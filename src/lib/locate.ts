/** Asks the device where it is. What it answers stays with who asked: nothing here sends or keeps it. */
import { atom } from 'jotai/vanilla'

export type Located =
  | { status: 'found'; latitude: number; longitude: number }
  /** The user or the browser said no. */
  | { status: 'refused' }
  | { status: 'unavailable' }

const PATIENCE_MS = 15_000
/** A city is looked for: an older and rougher answer is as good. */
const OLDEST_MS = 600_000

function askDevice(): Promise<Located> {
  return new Promise((resolve) => {
    // Pages that were not loaded by HTTPS have none.
    if (!('geolocation' in navigator)) return resolve({ status: 'unavailable' })
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ status: 'found', latitude, longitude }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ status: code === PERMISSION_DENIED ? 'refused' : 'unavailable' }),
      { timeout: PATIENCE_MS, maximumAge: OLDEST_MS, enableHighAccuracy: false },
    )
  })
}

/** Tests put in their own. */
export const locateAtom = atom<{ locate: () => Promise<Located> }>({ locate: askDevice })
