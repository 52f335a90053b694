import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

const MOST_KEPT = 50
const places = new Map<string, number>()

/** Navigating forward starts a page at its top; navigating back restores its scroll position. */
export function useScrollMemory(): void {
  const { key } = useLocation()
  const how = useNavigationType()
  useEffect(() => {
    scrollTo(0, how === NavigationType.Pop ? (places.get(key) ?? 0) : 0)
    return () => {
      places.delete(key)
      places.set(key, scrollY)
      const oldest = places.keys().next().value
      if (places.size > MOST_KEPT && oldest !== undefined) places.delete(oldest)
    }
  }, [key, how])
}
