import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, type ApiError, answered } from '#api/api-error.ts'

export type Fetched<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T }
  | { status: 'failed'; error: ApiError }

/** Loads when mounted and each time `reload` is called. A failed reload keeps the previous value. */
export function useFetched<T>(load: () => Promise<Answer<T>>): {
  fetched: Fetched<T>
  reload: () => void
} {
  const [fetched, put] = useState<Fetched<T>>({ status: 'loading' })
  const run = useRef(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const loadNow = useCallback(async () => {
    const mine = ++run.current
    const answer = await answered(latest.current)
    if (mine !== run.current) return
    put((last): Fetched<T> => {
      if (answer.ok) return { status: 'ready', value: answer.value }
      return last.status === 'ready' ? last : { status: 'failed', error: answer.error }
    })
  }, [])
  useEffect(() => void loadNow(), [loadNow])
  const reload = useCallback(() => {
    put((last) => (last.status === 'failed' ? { status: 'loading' } : last))
    void loadNow()
  }, [loadNow])
  return { fetched, reload }
}
