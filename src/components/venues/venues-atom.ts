/** The venues of a live product, for views that show where its price comes from. */
import { useStore } from 'jotai'
import type { Atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { useEffect, useState } from 'react'
import type { ProductVenues } from '#contract/index-price.ts'
import { TOPICS } from '#contract/topics.ts'
import { type Live, liveAtom } from '#streams'

const STALE_MS = TOPICS.venues.staleAfterMs ?? 0
/** Texts change at most this often, so that they can be read. */
const CALM_MS = 1_000

/** The venues of a product by its symbol. */
export const venuesAtom = atomFamily((symbol: string) =>
  liveAtom<ProductVenues>({
    open: (streams) => streams.venues(symbol),
    delivery: TOPICS.venues.delivery,
    staleAt: ({ asOf }) => asOf + STALE_MS,
  }),
)

/** The value of an atom, updated at most once per second. The first value is shown at once. */
function useCalmly<T extends Live<unknown>>(atom: Atom<T>): T {
  const store = useStore()
  const [shown, show] = useState(() => store.get(atom))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFirst = true
    const update = (): void => {
      timer = undefined
      const value = store.get(atom)
      isFirst &&= value.status === 'connecting'
      show(value)
    }
    const unsubscribe = store.sub(atom, () => {
      if (isFirst) update()
      else timer ??= setTimeout(update, CALM_MS)
    })
    update()
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [store, atom])
  return shown
}

/** The venues of a live product, updated at most once per second. */
export const useVenues = (symbol: string): Live<ProductVenues> => useCalmly(venuesAtom(symbol))
