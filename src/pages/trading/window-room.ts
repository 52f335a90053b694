/** What a window has room for besides the three panes. */
import { useSyncExternalStore } from 'react'

interface Media {
  subscribe(changed: () => void): () => void
  matches(): boolean
}

const media = (text: string): Media => ({
  subscribe: (changed) => {
    const query = matchMedia(text)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  },
  matches: () => matchMedia(text).matches,
})

const useMedia = ({ subscribe, matches }: Media): boolean =>
  useSyncExternalStore(subscribe, matches)

/** Beside the list and the ticket, two charts are each nearly as wide as one on a laptop. */
const TWO_CHARTS = media('(min-width: 112.5rem) and (min-height: 31.01rem)')
/** With the dock below it, the chart still has more than half of the window. */
const DOCK_BELOW_CHART = media('(min-width: 160rem) and (min-height: 80rem)')

export const useRoomForTwo = (): boolean => useMedia(TWO_CHARTS)

/** Whether the dock has its place below the chart. Elsewhere it is below the list. */
export const useDockBelowChart = (): boolean => useMedia(DOCK_BELOW_CHART)
