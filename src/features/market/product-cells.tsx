import { memo } from 'react'
import type { Product } from '#contract/product.ts'
import { PriceCell } from '#features/market/price-cell.tsx'
import { riseOfCloses } from '#features/market/product-list.ts'
import { RiseCell } from '#features/market/rise-cell.tsx'
import { ROW } from '#features/market/row-look.ts'
import { sparklinePath } from '#lib/sparkline.ts'

const BOX = { width: 44, height: 24 }

/** A sparkline of the last day. It is decorative, because the rise is shown as a figure next to it. */
export const Sparkline = memo(function Sparkline({ closes }: { closes: readonly number[] }) {
  const rise = (closes.at(-1) ?? 0) - (closes[0] ?? 0)
  const tone = rise > 0 ? 'text-up' : rise < 0 ? 'text-down' : 'text-ink-3'
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      className={`h-6 w-11 shrink-0 ${tone}`}
    >
      <path
        d={sparklinePath(closes, BOX)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
})

interface Props {
  product: Product
  name: string
  closes: readonly number[] | undefined
  /** Whether to subscribe to prices. Their space is reserved in any case. */
  live: boolean
}

/** The cells of every product row: name, sparkline, price and rise. */
export function ProductCells({ product, name, closes, live }: Props) {
  const { id, symbol, priceDecimals, session } = product
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-[0.9375rem] leading-5 font-medium break-words max-[22rem]:text-sm max-[22rem]:leading-4.5">
          {name}
        </span>
        <span translate="no" className={ROW.symbol}>
          {symbol}
        </span>
      </span>
      <span className="hidden min-[22rem]:block @max-[22rem]:hidden">
        {closes === undefined ? null : <Sparkline closes={closes} />}
      </span>
      <span className={ROW.priceColumn}>
        {live && <PriceCell productId={id} decimals={priceDecimals} session={session} />}
      </span>
      <span className={ROW.riseColumn}>
        {live && <RiseCell productId={id} fallback={riseOfCloses(closes)} />}
      </span>
    </>
  )
}
