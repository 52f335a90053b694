/** Whether the user can see the page. */
import { atom } from 'jotai/vanilla'

const isVisible = (): boolean => document.visibilityState !== 'hidden'
const visibleHeld = atom(isVisible())

visibleHeld.onMount = (set) => {
  const look = (): void => set(isVisible())
  look()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** False while the tab is in the background. */
export const pageVisibleAtom = atom((get) => get(visibleHeld))
