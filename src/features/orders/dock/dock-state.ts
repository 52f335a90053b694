/** What the dock of the positions shows, as chosen on this device, and what its open orders come to. */
import { useAtom, useAtomValue } from 'jotai'
import { type Atom, atom } from 'jotai/vanilla'
import { useEffect, useMemo } from 'react'
import { z } from 'zod/mini'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { productsAtom } from '#data/products.ts'
import { json, storedAtom } from '#device/stored-atom.ts'
import { isFrozen } from '#features/orders/merge-orders.ts'
import { provisionalResultOf, resultIf } from '#features/orders/presentation.ts'
import { quoteAtom, topicAtom } from '#streams'
import { nextSorted, type Sorted } from '#ui/sorted.ts'

export const DOCK_TABS = ['open', 'closed', 'refused'] as const
export type DockTab = (typeof DOCK_TABS)[number]

const sorted = z.object({ by: z.string(), down: z.boolean() })
const chosen = z.object({
  tab: z.enum(DOCK_TABS),
  /** Null until the user has folded the dock or opened it. */
  folded: z.nullable(z.boolean()),
  sorted: z.object({ open: sorted, closed: sorted, refused: sorted }),
})
type Chosen = z.infer<typeof chosen>

const FIRST: Chosen = {
  tab: 'open',
  folded: null,
  sorted: {
    // The order that ends next is the first.
    open: { by: 'left', down: false },
    closed: { by: 'closed', down: true },
    refused: { by: 'at', down: true },
  },
}

const dockAtom = storedAtom<Chosen>({ key: 'dock', initial: FIRST, ...json(chosen) })

/** Whether there was an open order since the app was opened. */
const neededAtom = atom(false)

export interface Dock {
  tab: DockTab
  folded: boolean
  show: (tab: DockTab) => void
  fold: (folded: boolean) => void
}

/**
 * The tab of the dock, and whether it is folded to its tabs. Without a choice of the user it opens with the first open
 * order, and stays open when that one ends: what is read does not close by itself.
 */
export function useDock(): Dock {
  const [dock, put] = useAtom(dockAtom)
  const [needed, need] = useAtom(neededAtom)
  const positions = useAtomValue(topicAtom('positions'))
  const isNeeded = needed || ('value' in positions && positions.value.open.length > 0)
  useEffect(() => {
    if (isNeeded) need(true)
  }, [isNeeded, need])
  return {
    tab: dock.tab,
    folded: dock.folded ?? !isNeeded,
    show: (tab) => put({ ...dock, tab, folded: false }),
    fold: (folded) => put({ ...dock, folded }),
  }
}

/** The chosen order of the rows of one tab. */
export function useDockSorting(tab: DockTab): { sorted: Sorted; onSort: (by: string) => void } {
  const [dock, put] = useAtom(dockAtom)
  const sorted = dock.sorted[tab]
  const onSort = (by: string): void =>
    put({ ...dock, sorted: { ...dock.sorted, [tab]: nextSorted(sorted, by) } })
  return { sorted, onSort }
}

export interface Totals {
  /** The stakes of the open orders, in minor units. */
  atRisk: bigint
  /** Their profit and loss if all expired at the current prices. Null while none has an entry and a price. */
  now: bigint | null
}

/** What the open orders come to. Orders without an entry or a price, and frozen ones, do not count in `now`. */
export function totalsOf(
  orders: readonly Order[],
  priceOf: (symbol: string) => number | null,
): Totals {
  const results = orders.flatMap((order) => {
    const result = isFrozen(order) ? null : provisionalResultOf(order, priceOf(order.symbol))
    return result === null ? [] : [resultIf(order, result)]
  })
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
  return {
    atRisk: sum(orders.map(({ stake }) => stake)),
    now: results.length === 0 ? null : sum(results),
  }
}

/** The same by the live prices. A component that reads `now` renders only when that amount changes. */
export function useTotals(orders: readonly Order[]): { atRisk: bigint; now: Atom<bigint | null> } {
  const products = useAtomValue(productsAtom)
  return useMemo(() => {
    const known: readonly Product[] = products.status === 'ready' ? products.value.products : []
    const ids = new Map(known.map(({ symbol, id }) => [symbol as string, id]))
    const now = atom((get) => {
      const priceOf = (symbol: string): number | null => {
        const id = ids.get(symbol)
        const quote = id === undefined ? null : get(quoteAtom(id, 'list'))
        return quote !== null && 'value' in quote ? quote.value.price : null
      }
      return totalsOf(orders, priceOf).now
    })
    return { atRisk: totalsOf(orders, () => null).atRisk, now }
  }, [orders, products])
}
