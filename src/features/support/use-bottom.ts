import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to the end is at the end. */
const NEAR_PX = 160

const fromEnd = (): number => {
  const { scrollHeight } = document.documentElement
  return scrollHeight - innerHeight - scrollY
}
/** Hands back nothing: what browsers answer is no way to undo it. */
const toEnd = (): void => {
  scrollTo({ top: document.documentElement.scrollHeight })
}

interface Ends {
  /** Of the oldest and the newest row shown; null: none is. */
  oldest: string | null
  newest: string | null
}

/**
 * Keeps the page where the reader is: at the end while they are there, and at the same words when older ones come
 * above. Tells whether something newer came that they do not see.
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
      // A picture above that has come since must not count as older words.
      shown.current = { ...shown.current, height: document.documentElement.scrollHeight }
      // The keyboard opens or a picture grows: who was at the end of something stays there.
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
