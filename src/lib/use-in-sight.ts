import { type RefCallback, useCallback, useState } from 'react'

/** How far beyond the window's edge something counts as seen, so that it is there when it comes. */
const AHEAD_PX = 128

/**
 * Whether an element stands in the window or close to it. A browser that cannot tell: always. The callback is for an
 * element of the page itself: a component that merges refs, as a router's link, would lose the clean-up it returns.
 */
export function useInSight(): [RefCallback<Element>, boolean] {
  const [inSight, setInSight] = useState(typeof IntersectionObserver === 'undefined')
  const watch = useCallback((element: Element | null) => {
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting === true),
      { rootMargin: `${AHEAD_PX}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, inSight]
}
