/** Detects whether an element was seen: it was visible for one second while the page was in the foreground. */
import { type RefObject, useEffect, useEffectEvent } from 'react'

const LOOKED_AT_MS = 1_000
/** The visible part of the element, or of the screen if the element is larger. */
const ENOUGH = 0.6

const fills = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= ENOUGH ||
  (rootBounds !== null && intersectionRect.height >= rootBounds.height * ENOUGH)

export function useOnScreen(
  ref: RefObject<HTMLElement | null>,
  { wanted, onLooked }: { wanted: boolean; onLooked: () => void },
): void {
  const looked = useEffectEvent(onLooked)
  useEffect(() => {
    const { current } = ref
    if (!wanted || current === null || typeof IntersectionObserver === 'undefined') return
    let shown = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const judge = (): void => {
      clearTimeout(timer)
      if (shown && !document.hidden) timer = setTimeout(looked, LOOKED_AT_MS)
    }
    const watch = new IntersectionObserver(
      (entries) => {
        shown = entries.some(fills)
        judge()
      },
      { threshold: [0, ENOUGH] },
    )
    watch.observe(current)
    document.addEventListener('visibilitychange', judge)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('visibilitychange', judge)
    }
  }, [ref, wanted])
}
