/** Answers a pull that will be followed with a short touch. */
import type { createStore } from 'jotai/vanilla'
import { touchAtom } from '#lib/haptics.ts'

export function keepHaptics(store: ReturnType<typeof createStore>): void {
  document.addEventListener('pulled', () => store.set(touchAtom, 'pulled'))
}
