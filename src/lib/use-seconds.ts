import { useEffect, useReducer } from 'react'

/** Renders again every second, or every `every` seconds, while mounted. */
export function useSeconds(every = 1): void {
  const [, next] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(next, every * 1000)
    return () => clearInterval(timer)
  }, [every])
}
