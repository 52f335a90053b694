/** Gives a short vibration when a pull is far enough to trigger a refresh. */
import type { createStore } from 'jotai/vanilla'
import { touchAtom } from '#lib/haptics.ts'

export function keepHaptics(store: ReturnType<typeof createStore>): void {
  document.addEventListener('pulled', () => store.set(touchAtom, 'pulled'))
}
