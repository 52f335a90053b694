/** Two products beside each other: whether the user wants that on this device, and which ones they are. */
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod/mini'
import { productsAtom } from '#data/products.ts'
import { json, storedAtom } from '#device/stored-atom.ts'
import { productPath } from '#lib/paths.ts'

export const SIDES = ['left', 'right'] as const
export type Side = (typeof SIDES)[number]

const pair = z.object({
  on: z.boolean(),
  left: z.nullable(z.string()),
  right: z.nullable(z.string()),
  /** The side of the product that the address names, to which the ticket belongs. */
  active: z.enum(SIDES),
  /** Both charts show the same kind of chart, interval, indicators and span of time. */
  synced: z.boolean(),
})

export const pairAtom = storedAtom<z.infer<typeof pair>>({
  key: 'pair',
  initial: { on: false, left: null, right: null, active: 'left', synced: true },
  ...json(pair),
})

/** The state of an entry of the history that was made by a change of sides. */
const sideState = z.object({ side: z.enum(SIDES) })

function askedSide(state: unknown): Side | null {
  const parsed = sideState.safeParse(state)
  return parsed.success ? parsed.data.side : null
}

/** Adds a second chart beside that of the shown product: of the product that it had, or of an open one of its class. */
export function useOpenPair(symbol: string): () => void {
  const [wish, put] = useAtom(pairAtom)
  const products = useAtomValue(productsAtom)
  return () => {
    const all = products.status === 'ready' ? products.value.products : []
    const kind = all.find((product) => product.symbol === symbol)?.class
    const others = all.filter((product) => product.symbol !== symbol)
    const last = others.find((product) => product.symbol === wish.right)
    const open = others.filter(({ session }) => session.state === 'open')
    const next = last ?? open.find((product) => product.class === kind) ?? open[0] ?? others[0]
    put({ ...wish, on: true, left: symbol, right: next?.symbol ?? symbol, active: 'left' })
  }
}

interface Pair {
  shown: Record<Side, string>
  active: Side
  synced: boolean
  /** Gives the ticket and the list to the product of a side. */
  activate: (side: Side) => void
  /** Closes the chart of a side. */
  close: (side: Side) => void
  sync: (synced: boolean) => void
}

/**
 * The two products. The active one is always the one that the address names, so that the list, the title, links and
 * Back work as they do with one.
 */
export function usePair(symbol: string): Pair {
  const [wish, put] = useAtom(pairAtom)
  const products = useAtomValue(productsAtom)
  const navigate = useNavigate()
  // The address and its side change together.
  const active = askedSide(useLocation().state) ?? wish.active
  const known = products.status === 'ready' ? products.value.products : []
  const knownOr = (stored: string | null): string =>
    known.some((product) => product.symbol === stored) ? (stored ?? symbol) : symbol
  const shown = { left: knownOr(wish.left), right: knownOr(wish.right), [active]: symbol }
  const { left, right } = shown
  const isStored = wish.active === active && wish.left === left && wish.right === right
  useEffect(() => {
    if (!isStored) put({ ...wish, active, left, right })
  }, [isStored, put, wish, active, left, right])
  return {
    shown,
    active,
    synced: wish.synced,
    activate: (side) => {
      if (side !== active)
        void navigate(productPath(shown[side]), { replace: true, state: { side } })
    },
    close: (side) => {
      put({ ...wish, left, right, on: false })
      const rest = side === 'left' ? right : left
      if (rest !== symbol) void navigate(productPath(rest), { replace: true })
    },
    sync: (synced) => put({ ...wish, synced }),
  }
}
