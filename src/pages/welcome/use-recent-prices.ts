import { useStore } from 'jotai'
import { useEffect, useReducer } from 'react'
import { call } from '#api/call.ts'
import { listTicks } from '#contract/endpoints/history.ts'
import type { Product } from '#contract/product.ts'
import { quoteAtom } from '#streams'
import type { PricePoint } from '#components/order-picture/picture-scale.ts'
import { firstStart, pointsAfter } from './example-round.ts'

const MAX_TICKS = 200

interface Prices {
  /** The start of the first example; null before the first price. */
  first: number | null
  points: readonly PricePoint[]
}

/** The newest prices of a product, from the public record and then live. */
export function useRecentPrices({ id, symbol }: Product, forMs: number): Prices {
  const store = useStore()
  const [prices, add] = useReducer(
    ({ first, points }: Prices, more: readonly PricePoint[]): Prices => ({
      first: first ?? (more[0] === undefined ? null : firstStart(more[0].timeMs)),
      points: pointsAfter(points, more, forMs),
    }),
    { first: null, points: [] },
  )
  useEffect(() => {
    let asked = false
    const loadPast = async (untilMs: number): Promise<void> => {
      const query = { fromMs: Math.max(0, untilMs - forMs), limit: MAX_TICKS }
      const answer = await call(listTicks, { params: { symbol }, query })
      const records = answer.ok ? answer.value.records : []
      add(
        records.flatMap((record) =>
          record.kind === 'tick' ? [{ timeMs: record.timeMs, price: record.price }] : [],
        ),
      )
    }
    const atom = quoteAtom(id, 'detail')
    const read = (): void => {
      const quote = store.get(atom)
      if (quote.status !== 'live') return
      const { tickAt, price } = quote.value
      add([{ timeMs: tickAt, price }])
      if (!asked) void loadPast(tickAt)
      asked = true
    }
    const stop = store.sub(atom, read)
    read()
    return stop
  }, [store, id, symbol, forMs])
  return prices
}
