import { useAtomValue } from 'jotai'
import { memo } from 'react'
import { useFormat } from '#i18n/format.ts'
import { statsAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  productId: number
  /** Shown until the first live value, from the last day's closing prices; null when unknown. */
  fallback: number | null
}

const toneOf = (rise: number): string =>
  rise > 0 ? 'bg-up-soft text-up' : rise < 0 ? 'bg-down-soft text-down' : 'bg-sunken text-ink-2'

/** The rise over 24 hours, with its sign. */
export const RiseCell = memo(function RiseCell({ productId, fallback }: Props) {
  const stats = useAtomValue(statsAtom(productId))
  const format = useFormat()
  const known = 'value' in stats
  const rise = known ? stats.value.riseRate : fallback
  if (rise === null) return <Skeleton className="ms-auto h-5 w-16" />
  const live = stats.status === 'live'
  return (
    <span
      data-stats={stats.status}
      className={join(
        'figures inline-block w-full rounded-md py-1 text-center text-xs font-semibold',
        live ? toneOf(rise) : 'bg-sunken text-ink-3',
      )}
    >
      {format.signedPercentFromBps(rise)}
    </span>
  )
})
