/** How this page can be installed as an app on the home screen. */
import { atom } from 'jotai/vanilla'
import { offerAtom } from '#features/settings/install-offer.ts'

/** `prompt`: the browser can show its install dialog. `ios` and `menu`: the user installs the app manually. */
type InstallPrompt = { kind: 'installed' | 'ios' | 'menu' } | { kind: 'prompt'; ask: () => void }

/** Replaced in tests. */
export const deviceAtom = atom({
  standalone: (): boolean => matchMedia('(display-mode: standalone)').matches,
  agent: (): string => navigator.userAgent,
})

export const installPromptAtom = atom((get): InstallPrompt => {
  const device = get(deviceAtom)
  if (device.standalone()) return { kind: 'installed' }
  const offer = get(offerAtom)
  if (offer !== null) return { kind: 'prompt', ask: () => void offer.prompt() }
  return { kind: /iPhone|iPad|iPod/.test(device.agent()) ? 'ios' : 'menu' }
})
