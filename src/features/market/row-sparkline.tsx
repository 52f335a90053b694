import { useAtomValue } from 'jotai'
import { memo, useMemo } from 'react'
import type { Closes } from '#data/products.ts'
import { sparkline } from '#data/sparkline.ts'
import { riseOfCloses } from '#features/market/product-list.ts'
import { type DayStats, statsAtom } from '#streams'

const BOX = { width: 44, height: 24 }

/** A sparkline of the last day. It is decorative, because the rise is shown as a figure next to it. */
export const Sparkline = memo(function Sparkline({ closes }: { closes: Closes }) {
  const { path, firstY } = sparkline(closes, BOX)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      className="h-6 w-11 shrink-0 dense:h-5"
    >
      {/* Where the day began: the line ends above it exactly if the price has risen. */}
      {firstY !== null && (
        <path
          d={`M0 ${firstY}H${BOX.width}`}
          stroke="currentColor"
          strokeDasharray="1 2"
          opacity="0.6"
        />
      )}
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
})

/**
 * The prices of exactly the 24 hours that the figure beside the line compares: from the price that it starts from to
 * the newest one. The closes alone begin up to half an hour later, and end when they were loaded.
 */
export function dayLine(closes: Closes, day: Pick<DayStats, 'reference' | 'last'> | null): Closes {
  return day === null ? closes : [day.reference, ...closes.slice(0, -1), day.last]
}

/** The sparkline in the colour of the figure beside it. */
function Toned({ productId, closes }: { productId: number; closes: Closes }) {
  const stats = useAtomValue(statsAtom(productId))
  const day = 'value' in stats ? stats.value : null
  const rise = day?.riseRate ?? riseOfCloses(closes) ?? 0
  const tone = stats.status === 'live' ? Math.sign(rise) : 0
  const line = useMemo(() => dayLine(closes, day), [closes, day])
  return (
    <span className={tone > 0 ? 'text-up' : tone < 0 ? 'text-down' : 'text-ink-3'}>
      <Sparkline closes={line} />
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
