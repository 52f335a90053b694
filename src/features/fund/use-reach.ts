import { useEffect, useEffectEvent } from 'react'
import type { PagedList } from '#data/use-paged-list.ts'

interface Reach<T> {
  /** Null for the whole list. */
  from: string | null
  dayOf: (row: T) => string
  /** Nothing is loaded while the content is not visible. */
  looking: boolean
}

/** Loads more pages of a list until it reaches back to a day. `ready` means that no more will be loaded. */
export function useReach<T>(
  list: PagedList<T>,
  { from, dayOf, looking }: Reach<T>,
): 'reading' | 'ready' | 'failed' {
  const oldest = list.rows.at(-1)
  const reached = oldest !== undefined && from !== null && dayOf(oldest) <= from
  const wanted = looking && !reached && list.tail === 'more'
  // While a page is loading, the list's tail is not 'more'. So each page that does not reach the day triggers the next.
  const more = useEffectEvent(list.loadMore)
  useEffect(() => {
    if (wanted) more()
  }, [wanted])
  if (reached || list.tail === 'end') return 'ready'
  return list.tail === 'failed' ? 'failed' : 'reading'
}
