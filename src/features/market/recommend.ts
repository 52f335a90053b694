/** Which products home recommends: a rule that anybody can check, the same for everybody. */
import type { Product } from '#contract/product.ts'

interface Recommending {
  /** Symbols whose market is open. */
  open: ReadonlySet<string>
  /** Rise over 24 h in basis points; null when it is not known. */
  riseOf: (product: Product) => number | null
  most: number
}

/**
 * Open markets that moved most in 24 h, up or down alike. Movement, because amounts in different currencies cannot be
 * compared. What is not known stands last; equals keep the server's order.
 */
export function recommend(products: readonly Product[], rule: Recommending): Product[] {
  const moved = (product: Product): number => Math.abs(rule.riseOf(product) ?? -1)
  const known = (product: Product): boolean => rule.riseOf(product) !== null
  return products
    .filter(({ symbol }) => rule.open.has(symbol))
    .sort((a, b) => Number(known(b)) - Number(known(a)) || moved(b) - moved(a))
    .slice(0, rule.most)
}
