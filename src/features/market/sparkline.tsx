import { memo } from 'react'
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
