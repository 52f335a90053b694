import { memo } from 'react'
import type { Closes } from '#data/products.ts'
import { riseOfCloses } from '#features/market/product-list.ts'
import { useRise } from '#features/market/rise-cell.tsx'
import { sparklinePath } from '#data/sparkline.ts'

const BOX = { width: 44, height: 24 }

/** A sparkline of the last day. It is decorative, because the rise is shown as a figure next to it. */
export const Sparkline = memo(function Sparkline({ closes }: { closes: Closes }) {
  return (
    <svg aria-hidden viewBox={`0 0 ${BOX.width} ${BOX.height}`} className="h-6 w-11 shrink-0">
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

/** The sparkline in the colour of the figure beside it. */
function Toned({ productId, closes }: { productId: number; closes: Closes }) {
  const { rise, isLive } = useRise(productId, riseOfCloses(closes))
  const tone = !isLive || rise === null ? 0 : Math.sign(rise)
  return (
    <span className={tone > 0 ? 'text-up' : tone < 0 ? 'text-down' : 'text-ink-3'}>
      <Sparkline closes={closes} />
    </span>
  )
}

interface RowProps {
  productId: number
  closes: Closes
  /** Whether the figures beside it are live. */
  live: boolean
}

/** The sparkline of a row, without a colour while the row shows no figures. */
export function RowSparkline({ productId, closes, live }: RowProps) {
  if (live) return <Toned productId={productId} closes={closes} />
  return (
    <span className="text-ink-3">
      <Sparkline closes={closes} />
    </span>
  )
}
