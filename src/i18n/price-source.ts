import type { Product } from '#contract/product.ts'

/**
 * Where a product's prices come from, as `common:source` names it. Bars are not ticks, so they have a name of their
 * own.
 */
export type PriceSource = Product['source'] | 'bars'

export const priceSourceOf = (product: Pick<Product, 'source' | 'fromBars'>): PriceSource =>
  product.fromBars ? 'bars' : product.source
