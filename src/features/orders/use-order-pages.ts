import { useAtomValue, useStore } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { call } from '#api/call.ts'
import { listOrders } from '#contract/endpoints/trading.ts'
import { NO_PAGES, type Pages, reducePages, wantsMore } from '#features/orders/order-pages.ts'
import { positionsAtom } from '#streams'

const PAGE_SIZE = 30

export interface OrderPages {
  pages: Pages
  loadMore: () => void
  retry: () => void
}

/** Reads a user's orders page by page; after each time the stream was away, the newest page again. */
export function useOrderPages(status: 'settled' | 'all'): OrderPages {
  const [pages, tell] = useReducer(reducePages, NO_PAGES)
  const stream = useAtomValue(positionsAtom).status
  const store = useStore()
  const gone = useRef(false)
  const busy = useRef(false)

  const load = useCallback(
    async (type: 'page' | 'newest', before?: Pages['next']) => {
      if (busy.current) return
      busy.current = true
      tell({ type: 'asked' })
      const cursor = before === null || before === undefined ? {} : { before }
      const answer = await call(listOrders, { query: { status, limit: PAGE_SIZE, ...cursor } })
      busy.current = false
      if (answer.ok) tell({ type, ...answer.value })
      else tell({ type: 'failed', error: answer.error })
    },
    [status],
  )

  const first = useEffectEvent(() => void load('page'))
  useEffect(() => first(), [])
  // Beside React: of many results in one instant none may be skipped between two renders.
  useEffect(() => {
    const hear = (): void => {
      const live = store.get(positionsAtom)
      if (!('value' in live)) return
      const { open, settled } = live.value
      const orders = status === 'all' ? [...open, ...settled] : settled
      tell({ type: 'pushed', orders })
    }
    hear()
    return store.sub(positionsAtom, hear)
  }, [store, status])
  const came = useEffectEvent((status: typeof stream) => {
    if (status !== 'live') gone.current = true
    else if (gone.current) {
      gone.current = false
      void load('newest')
    }
  })
  useEffect(() => came(stream), [stream])

  return {
    pages,
    loadMore: () => {
      if (wantsMore(pages)) void load('page', pages.next)
    },
    retry: () => void load('page', pages.next),
  }
}
