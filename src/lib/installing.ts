/** Whether this page can become an app on the home screen, and how. */
import { atom } from 'jotai/vanilla'

/** Chromium's own offer, kept until the user asks for it in the settings. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event

/** `prompt`: the browser installs on a word; `ios` and `menu`: the user does it by hand. */
export type InstallWay =
  | { kind: 'installed' | 'ios' | 'menu' }
  | { kind: 'prompt'; ask: () => void }

const offerAtom = atom<InstallOffer | null>(null)

/** Tests put in their own. */
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

/** Never a nag: the browser's own banner is held back, and the way stands in the settings. */
export const heardOfferAtom = atom(null, (_get, set, event: Event) => {
  if (!isOffer(event)) return
  event.preventDefault()
  set(offerAtom, event)
})
export const installedAtom = atom(null, (_get, set) => set(offerAtom, null))
