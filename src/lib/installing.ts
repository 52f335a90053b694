/** Whether and how this page can be installed as an app on the home screen. */
import { atom } from 'jotai/vanilla'

/** Chromium's install event, kept until the user starts the installation in the settings. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event

/** `prompt`: the browser can show its install dialog. `ios` and `menu`: the user installs the app manually. */
export type InstallWay =
  | { kind: 'installed' | 'ios' | 'menu' }
  | { kind: 'prompt'; ask: () => void }

const offerAtom = atom<InstallOffer | null>(null)

/** Replaced in tests. */
export const deviceAtom = atom({
  standalone: (): boolean => matchMedia('(display-mode: standalone)').matches,
  agent: (): string => navigator.userAgent,
})

export const installWayAtom = atom((get): InstallWay => {
  const device = get(deviceAtom)
  if (device.standalone()) return { kind: 'installed' }
  const offer = get(offerAtom)
  if (offer !== null) return { kind: 'prompt', ask: () => void offer.prompt() }
  return { kind: /iPhone|iPad|iPod/.test(device.agent()) ? 'ios' : 'menu' }
})

/**
 * Suppresses the browser's own banner, so that users are not interrupted. The settings offer the installation instead.
 */
export const heardOfferAtom = atom(null, (_get, set, event: Event) => {
  if (!isOffer(event)) return
  event.preventDefault()
  set(offerAtom, event)
})
export const installedAtom = atom(null, (_get, set) => set(offerAtom, null))
