import type { Product } from '#contract/product.ts'
import type { Closes } from '#data/products.ts'
import { PriceCell } from '#features/market/price-cell.tsx'
import { riseOfCloses } from '#features/market/product-list.ts'
import { ProductName } from '#features/market/product-name.tsx'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { RowFrame } from '#features/market/row-frame.tsx'
import { frameLater } from '#lib/later.tsx'

const RowSparkline = frameLater(
  async () => (await import('#features/market/row-sparkline.tsx')).RowSparkline,
)

const RowState = frameLater(
  async () => (await import('#features/market/market-state.tsx')).RowState,
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
  const { id, symbol, priceDecimals, session, replay } = product
  return (
    <RowFrame
      name={
        <span
          title={name}
          className="line-clamp-2 text-sm leading-4.5 font-medium break-words dense:line-clamp-1 dense:font-normal dense:text-ink-2"
        >
          <ProductName name={name} />
        </span>
      }
      symbol={symbol}
      state={live && <RowState productId={id} initial={session} replay={replay} />}
      sparkline={
        closes !== undefined && <RowSparkline productId={id} closes={closes} live={live} />
      }
      price={live && <PriceCell productId={id} decimals={priceDecimals} session={session} />}
      rise={live && <RiseCell productId={id} fallback={riseOfCloses(closes)} session={session} />}
    />
  )
}
