import type { Product } from '#contract/product.ts'
import type { Closes } from '#data/products.ts'
import { PriceCell } from '#features/market/price-cell.tsx'
import { riseOfCloses } from '#features/market/product-list.ts'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { ROW } from '#features/market/row-look.ts'
import { frameLater } from '#lib/later.tsx'

const RowSparkline = frameLater(
  async () => (await import('#features/market/row-sparkline.tsx')).RowSparkline,
)

interface Props {
  product: Product
  name: string
  closes: Closes | undefined
  /** Whether to subscribe to prices. Their space is reserved in any case. */
  live: boolean
}

/** The cells of every product row: name, sparkline, price and rise. */
export function ProductCells({ product, name, closes, live }: Props) {
  const { id, symbol, priceDecimals, session } = product
  return (
    <>
      <span className={ROW.name}>
        <span className="line-clamp-2 text-[0.9375rem] leading-5 font-medium break-words max-[22rem]:text-sm max-[22rem]:leading-4.5">
          {name}
        </span>
        <span translate="no" className={ROW.symbol}>
          {symbol}
        </span>
      </span>
      <span className="hidden min-[22rem]:block @max-[22rem]:hidden">
        {closes !== undefined && <RowSparkline productId={id} closes={closes} live={live} />}
      </span>
      <span className={ROW.figures}>
        <span className={ROW.priceColumn}>
          {live && <PriceCell productId={id} decimals={priceDecimals} session={session} />}
        </span>
        <span className={ROW.riseColumn}>
          {live && <RiseCell productId={id} fallback={riseOfCloses(closes)} session={session} />}
        </span>
      </span>
    </>
  )
}
