import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { reachabilityAtom } from '#api/reachability.ts'
import { sessionAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** `known`: the prices of the last visit are shown until newer ones arrive. `empty`: there is no price yet. */
export type ChartState = 'loading' | 'known' | 'ready' | 'empty' | 'failed'

interface Props {
  product: Product
  state: ChartState
  children: ReactNode
}

/** Whether the product waits for its venues or its dealer, so that no price is on its way. */
function useIsWaiting({ id, source, session }: Product): boolean {
  const live = useAtomValue(sessionAtom(id))
  const { state } = 'value' in live ? live.value : session
  // Every other source fills in the prices that it missed.
  return (source === 'live' || source === 'dealer') && state === 'catching_up'
}

/** Holds a chart, and shows a placeholder or the reason while there is nothing to draw. */
export function ChartPlace({ product, state, children }: Props) {
  return (
    <div className={join('relative min-h-0 flex-1', state === 'known' && 'opacity-60')}>
      {children}
      <InItsPlace product={product} state={state} />
    </div>
  )
}

function InItsPlace({ product, state }: Omit<Props, 'children'>) {
  const { t } = useTranslation('chart')
  const isWaiting = useIsWaiting(product)
  const away = useAtomValue(reachabilityAtom) !== 'reached'
  if (state === 'ready' || state === 'known') return null
  if (state !== 'failed' && !away && !isWaiting) {
    return state === 'loading' ? <Skeleton className="absolute inset-3 z-10" /> : null
  }
  const text = (): string => {
    if (state === 'failed') return t('failed')
    return away ? t('away') : t('noPrice')
  }
  return (
    <p
      role={state === 'failed' ? 'alert' : 'status'}
      className="absolute inset-x-4 top-1/3 z-10 text-center text-sm text-ink-2"
    >
      {text()}
    </p>
  )
}
