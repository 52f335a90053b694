/** Which products the home page recommends: a rule that anyone can check and that is the same for all users. */
import type { Product } from '#contract/product.ts'

interface Recommending {
  /** Symbols whose market is open. */
  open: ReadonlySet<string>
  /** The rise over 24 h in basis points; null when it is not known. */
  riseOf: (product: Product) => number | null
  most: number
}

/**
 * The open markets that moved most in 24 h, up or down. The rule uses movement because amounts in different currencies
 * cannot be compared. Unknown values are last, and ties keep the server's order.
 */
export function recommend(products: readonly Product[], rule: Recommending): Product[] {
  const moved = (product: Product): number => Math.abs(rule.riseOf(product) ?? -1)
  const known = (product: Product): boolean => rule.riseOf(product) !== null
  return products
    .filter(({ symbol }) => rule.open.has(symbol))
    .sort((a, b) => Number(known(b)) - Number(known(a)) || moved(b) - moved(a))
    .slice(0, rule.most)
}
