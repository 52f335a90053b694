import { useEffect, useReducer } from 'react'

/** Renders again each second while mounted. */
export function useSeconds(): void {
  const [, next] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(next, 1000)
    return () => clearInterval(timer)
  }, [])
}
