import type { Product } from '#contract/product.ts'
import type { Closes } from '#data/products.ts'
import { PriceCell } from '#features/market/price-cell.tsx'
import { riseOfCloses } from '#features/market/product-list.ts'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { RowFrame } from '#features/market/row-frame.tsx'
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
    <RowFrame
      name={
        <span className="line-clamp-2 text-[0.9375rem] leading-5 font-medium break-words max-[22rem]:text-sm max-[22rem]:leading-4.5">
          {name}
        </span>
      }
      symbol={symbol}
      sparkline={
        closes !== undefined && <RowSparkline productId={id} closes={closes} live={live} />
      }
      price={live && <PriceCell productId={id} decimals={priceDecimals} session={session} />}
      rise={live && <RiseCell productId={id} fallback={riseOfCloses(closes)} session={session} />}
    />
  )
}
