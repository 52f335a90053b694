/** The browser's offer to install this page as an app (install-prompt.ts), which may come with the first load. */
import { atom } from 'jotai/vanilla'

/** Chromium's install event, kept until the user starts the installation in the settings. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const isOffer = (event: Event): event is InstallOffer => 'prompt' in event

export const offerAtom = atom<InstallOffer | null>(null)

/**
 * Suppresses the browser's own banner, so that users are not interrupted. The settings offer the installation instead.
 */
export const heardOfferAtom = atom(null, (_get, set, event: Event) => {
  if (!isOffer(event)) return
  event.preventDefault()
  set(offerAtom, event)
})
export const installedAtom = atom(null, (_get, set) => set(offerAtom, null))
