import { useEffect, useEffectEvent } from 'react'
import type { PagedList } from '#data/use-paged-list.ts'

interface Reach<T> {
  /** Null: to the list's end. */
  from: string | null
  dayOf: (row: T) => string
  /** Nothing is read for what is not looked at. */
  looking: boolean
}

/** Reads a list on until it reaches back to a day. `ready`: it is as far as it gets. */
export function useReach<T>(
  list: PagedList<T>,
  { from, dayOf, looking }: Reach<T>,
): 'reading' | 'ready' | 'failed' {
  const oldest = list.rows.at(-1)
  const reached = oldest !== undefined && from !== null && dayOf(oldest) <= from
  const wanted = looking && !reached && list.tail === 'more'
  // While a page is on its way the list is not at 'more': each page that falls short asks for the next.
  const more = useEffectEvent(list.loadMore)
  useEffect(() => {
    if (wanted) more()
  }, [wanted])
  if (reached || list.tail === 'end') return 'ready'
  return list.tail === 'failed' ? 'failed' : 'reading'
}
