import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The page counts as scrolled to its end when it is this close to it. */
const NEAR_PX = 160

const fromEnd = (): number => {
  const { scrollHeight } = document.documentElement
  return scrollHeight - innerHeight - scrollY
}
/** Returns nothing, because an effect would treat the browser's return value as its clean-up function. */
const toEnd = (): void => {
  scrollTo({ top: document.documentElement.scrollHeight })
}

interface Ends {
  /** The oldest and the newest row shown; null when there is none. */
  oldest: string | null
  newest: string | null
}

/**
 * Keeps the scroll position: at the end while the reader is there, and at the same messages when older ones are
 * inserted above. Returns whether there are newer messages below that are not visible.
 */
export function useBottom({ oldest, newest }: Ends): { below: boolean; toEnd: () => void } {
  const [below, setBelow] = useState(false)
  const near = useRef(true)
  const shown = useRef<Ends & { height: number }>({ oldest: null, newest: null, height: 0 })
  useEffect(() => {
    const hear = (): void => {
      near.current = fromEnd() < NEAR_PX
      if (near.current) setBelow(false)
    }
    addEventListener('scroll', hear, { passive: true })
    addEventListener('resize', keep)
    function keep(): void {
      // A picture above that loaded later must not be mistaken for older messages.
      shown.current = { ...shown.current, height: document.documentElement.scrollHeight }
      // When the keyboard opens or a picture grows, a reader at the end stays at the end.
      if (near.current && shown.current.newest !== null) toEnd()
    }
    const grown = new ResizeObserver(keep)
    grown.observe(document.body)
    return () => {
      removeEventListener('scroll', hear)
      removeEventListener('resize', keep)
      grown.disconnect()
    }
  }, [])
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { ...before, oldest, newest }
    if (newest !== before.newest) {
      if (near.current) toEnd()
      else setBelow(true)
    } else if (before.oldest !== null && oldest !== before.oldest) {
      const { scrollHeight } = document.documentElement
      scrollTo({ top: scrollY + scrollHeight - before.height })
    }
  }, [oldest, newest])
  useLayoutEffect(() => {
    shown.current = { ...shown.current, height: document.documentElement.scrollHeight }
  })
  return { below, toEnd }
}
