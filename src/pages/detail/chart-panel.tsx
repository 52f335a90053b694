import { useAtomValue } from 'jotai'
import { lazy, Suspense, useMemo } from 'react'
import type { Product } from '#contract/product.ts'
import type { OrderMark } from '#features/chart/order-marks.ts'
import { useFormat } from '#i18n/format.ts'
import { retryLoad } from '#lib/retry-load.ts'
import { topicAtom } from '#streams'
import { Skeleton } from '#ui/skeleton.tsx'

const PriceChart = lazy(async () => {
  const file = await retryLoad(() => import('#features/chart/price-chart.tsx'))
  return { default: file.PriceChart }
})

const SIGNS = { up: '▲', down: '▼' } as const

function useMarks(symbol: string): readonly OrderMark[] {
  const positions = useAtomValue(topicAtom('positions'))
  const format = useFormat()
  const open = 'value' in positions ? positions.value.open : null
  return useMemo(
    () =>
      (open ?? [])
        .filter((order) => order.symbol === symbol)
        .map((order) => ({
          id: order.id,
          direction: order.direction,
          title: `${SIGNS[order.direction]} ${format.money(order.stake)}`,
          entry: order.entry,
          expiresAt: order.expiresAt,
        })),
    [open, symbol, format],
  )
}

/** The chart as a separate chunk, with the user's open positions drawn on it. */
export function ChartPanel({ product }: { product: Product }) {
  const marks = useMarks(product.symbol)
  return (
    <div className="border-y border-line/60 bg-surface">
      <Suspense fallback={<Skeleton className="h-110 rounded-none" />}>
        <PriceChart product={product} marks={marks} />
      </Suspense>
    </div>
  )
}
