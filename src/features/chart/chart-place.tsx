import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartState } from '#features/chart/chart-feed.ts'
import { reachabilityAtom } from '#lib/reachability.ts'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

type PlaceState = ChartState | 'loading'

/** Holds a chart, and shows a placeholder or the reason while there is nothing to draw. */
export function ChartPlace({ state, children }: { state: PlaceState; children: ReactNode }) {
  return (
    <div className={join('relative min-h-0 flex-1', state === 'known' && 'opacity-60')}>
      {children}
      <InItsPlace state={state} />
    </div>
  )
}

function InItsPlace({ state }: { state: PlaceState }) {
  const { t } = useTranslation('chart')
  const away = useAtomValue(reachabilityAtom) !== 'reached'
  if (state === 'ready' || state === 'known') return null
  if (state === 'loading' && !away) return <Skeleton className="absolute inset-3 z-10" />
  return (
    <p
      role={state === 'failed' ? 'alert' : 'status'}
      className="absolute inset-x-4 top-1/3 z-10 text-center text-sm text-ink-2"
    >
      {t(state === 'failed' ? 'failed' : 'away')}
    </p>
  )
}
