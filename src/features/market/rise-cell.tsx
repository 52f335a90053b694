import { useAtomValue } from 'jotai'
import { memo } from 'react'
import type { MarketSession } from '#contract/product.ts'
import { useMarketSession } from '#features/market/market-session.ts'
import { useFormat } from '#i18n/use-format.ts'
import { statsAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  productId: number
  /** Shown until the first live value, from the last day's closing prices; null when unknown. */
  fallback: number | null
  /** From the product list. */
  session: MarketSession
}

const toneOf = (rise: number): string =>
  rise > 0 ? 'bg-up-soft text-up' : rise < 0 ? 'bg-down-soft text-down' : 'bg-sunken text-ink-2'

/** The rise over 24 hours, in basis points, and whether it is that of now; `fallback` is used until it is known. */
function useRise(
  productId: number,
  fallback: number | null,
): { rise: number | null; isLive: boolean; status: string } {
  const stats = useAtomValue(statsAtom(productId))
  const rise = 'value' in stats ? stats.value.riseRate : fallback
  return { rise, isLive: stats.status === 'live', status: stats.status }
}

/** The rise over 24 hours, with its sign. A dash where none is known and the market is not open: none may come. */
export const RiseCell = memo(function RiseCell({ productId, fallback, session }: Props) {
  const { rise, isLive, status } = useRise(productId, fallback)
  const open = useMarketSession(productId, session).state === 'open'
  const format = useFormat()
  if (rise === null && !open) return <span className="block text-center text-ink-3">–</span>
  if (rise === null) return <Skeleton className="ms-auto h-5 w-16" />
  return (
    <span
      data-stats={status}
      className={join(
        'figures inline-block w-full rounded-md py-1 text-center text-xs font-semibold',
        isLive ? toneOf(rise) : 'bg-sunken text-ink-3',
      )}
    >
      {format.signedPercentFromBps(rise)}
    </span>
  )
})
