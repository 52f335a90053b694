/** The products, loaded once for all pages and kept while they are loaded again. Setting the atom loads them again. */
import { atom } from 'jotai/vanilla'
import { atomFamily } from 'jotai-family'
import { call } from '#api/call.ts'
import { listProducts, listSparklines } from '#contract/endpoints/market.ts'
import type { Product } from '#contract/product.ts'
import { type Resource, resourceAtom } from '#data/resource.ts'

export const productsAtom = resourceAtom(() => call(listProducts, { partial: true }), {
  topic: 'products',
  shape: listProducts.reply,
})

/** One product by symbol; its `value` is null when no product has this symbol. */
export const productAtom = atomFamily((symbol: string) =>
  atom((get): Resource<Product | null> => {
    const all = get(productsAtom)
    if (all.status !== 'ready') return all
    const found = all.value.products.find((product) => product.symbol === symbol) ?? null
    return { ...all, value: found }
  }),
)

const linesAtom = resourceAtom(() => call(listSparklines, {}), {
  topic: 'sparklines',
  shape: listSparklines.reply,
})

/** Half-hour closing prices of the last day, oldest first; null where the product had no price. */
export type Closes = readonly (number | null)[]

/** After this time the last half hour is missing. */
const OLD_AFTER_MS = 1_800_000

/** The closes of each product, by symbol. They are loaded again every half hour while they are shown. */
export const sparklinesAtom = atom(
  (get): Resource<ReadonlyMap<string, Closes>> => {
    const lines = get(linesAtom)
    if (lines.status !== 'ready') return lines
    return { ...lines, value: new Map(lines.value.lines.map((line) => [line.symbol, line.closes])) }
  },
  (_get, set): Promise<void> => set(linesAtom),
)
sparklinesAtom.onMount = (reload) => {
  const timer = setInterval(() => void reload(), OLD_AFTER_MS)
  return () => clearInterval(timer)
}
