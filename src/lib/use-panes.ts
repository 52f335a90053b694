/** How many panes the window has room for. The same queries are in the classes of the pages (`panes:` in theme.css). */
import { useSyncExternalStore } from 'react'

/** A phone on its side is wide enough and too low. */
const LOW = '(min-height: 31.01rem)'
const TWO = `(min-width: 48rem) and ${LOW}`
const THREE = `(min-width: 64rem) and ${LOW}`

/** One: a page at a time. Two: the list beside a product. Three: the list, the chart and the ticket. */
export type Panes = 1 | 2 | 3

export function panesNow(): Panes {
  if (matchMedia(THREE).matches) return 3
  return matchMedia(TWO).matches ? 2 : 1
}

function subscribe(changed: () => void): () => void {
  const queries = [TWO, THREE].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

export const usePanes = (): Panes => useSyncExternalStore(subscribe, panesNow)
