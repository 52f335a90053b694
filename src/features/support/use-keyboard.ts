import { useSyncExternalStore } from 'react'

/** A smaller difference is a browser toolbar that slides away. */
const LEAST_PX = 80

function hiddenPx(): number {
  const { visualViewport } = window
  // When the page is zoomed in, the window shows less without a keyboard.
  if ((visualViewport?.scale ?? 1) > 1.01) return 0
  const shownTo = (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight)
  const hidden = Math.round(innerHeight - shownTo)
  return hidden < LEAST_PX ? 0 : hidden
}

function subscribe(hear: () => void): () => void {
  const { visualViewport } = window
  visualViewport?.addEventListener('resize', hear)
  visualViewport?.addEventListener('scroll', hear)
  return () => {
    visualViewport?.removeEventListener('resize', hear)
    visualViewport?.removeEventListener('scroll', hear)
  }
}

/** How much of the window's lower end the keyboard covers, in px, where it overlaps the page (as on iOS). */
export const useKeyboardPx = (): number => useSyncExternalStore(subscribe, hiddenPx)
