import { type Atom, useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PagedList } from '#data/use-paged-list.ts'
import type { Live } from '#streams'

/**
 * Pushes the values of a stream into a list. Whenever the stream recovers from an interruption, the newest page is read
 * again.
 */
export function useLiveRows<V, T>(
  list: PagedList<T>,
  live: Atom<Live<V>>,
  /** Selects the rows that belong to the list under its filter. */
  pick: (value: V) => readonly T[],
): void {
  const store = useStore()
  const { status } = useAtomValue(live)
  const gone = useRef(false)
  const { push } = list
  const picked = useEffectEvent(pick)
  // Subscribes outside React's rendering: when several values arrive at once, none may be skipped between two renders.
  useEffect(() => {
    const hear = (): void => {
      const now = store.get(live)
      if ('value' in now) push(picked(now.value))
    }
    hear()
    return store.sub(live, hear)
  }, [store, live, push])
  const came = useEffectEvent((status: Live<V>['status']) => {
    if (status !== 'live') gone.current = true
    else if (gone.current) {
      gone.current = false
      list.refresh()
    }
  })
  useEffect(() => came(status), [status])
}
