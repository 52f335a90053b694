import { type RefCallback, useCallback, useState } from 'react'

/** How far outside the window an element already counts as visible, so that its content is ready when it scrolls in. */
const AHEAD_PX = 128

/**
 * Whether an element is in or near the window; always true in browsers that cannot tell. Attach the callback to a DOM
 * element directly: a component that merges refs, such as a router's link, would lose the clean-up function that it
 * returns.
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
