import { useAtom, useAtomValue } from 'jotai'
import { Suspense, useMemo, useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import type { ChartScreen } from '#features/chart/chart-toolbar.tsx'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import { litOrderAtom } from '#features/orders/lit-order.ts'
import { DIRECTION_SIGNS, STATUSES } from '#features/orders/presentation.ts'
import { useFormat } from '#i18n/use-format.ts'
import { later, laterSheet } from '#lib/later.tsx'
import { topicAtom } from '#streams'
import { join } from '#ui/join.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const Alerts = laterSheet(
  async () => (await import('#features/alerts/alert-sheets.tsx')).ProductAlertsSheet,
)
const PriceChart = later(async () => (await import('#features/chart/price-chart.tsx')).PriceChart)

/** Settled orders that the chart still shows with their dots, newest first. */
const MAX_SETTLED = 5

function useMarks(symbol: string): readonly OrderMark[] {
  const positions = useAtomValue(topicAtom('positions'))
  const format = useFormat()
  const value = 'value' in positions ? positions.value : null
  return useMemo(() => {
    const own = (orders: readonly Order[]): Order[] =>
      orders.filter((order) => order.symbol === symbol)
    const settled = own(value?.settled ?? []).filter(({ status }) => STATUSES[status].mark !== null)
    return [...settled.slice(0, MAX_SETTLED), ...own(value?.open ?? [])].map((order) => ({
      id: order.id,
      direction: order.direction,
      title: `${DIRECTION_SIGNS[order.direction]} ${format.money(order.stake)}`,
      entry: order.entry,
      expiresAt: order.expiresAt,
      exit: order.exit,
      result: STATUSES[order.status].mark,
    }))
  }, [value, symbol, format])
}

interface Props {
  product: Product
  screen: ChartScreen
  /** Takes the height that is left, instead of one of its own. */
  fill?: boolean
  /** Two charts on one page need an id and a name each. */
  id?: string
  label?: string
}

/** The chart as a separate chunk, with the user's orders drawn on it. Its height does not depend on what it shows. */
export function ChartPanel(props: Props) {
  const { product, screen, fill = false, id = 'chart-pane', label } = props
  const marks = useMarks(product.symbol)
  const [lit, light] = useAtom(litOrderAtom)
  const [alertAt, setAlertAt] = useState<number | null>(null)
  const [alerts, setAlerts] = useState(false)
  const askAlert = (price: number): void => {
    setAlertAt(price)
    setAlerts(true)
  }
  return (
    <div
      id={id}
      // Beside a list, the pane is all of the product.
      data-shortcut={fill ? 'pane' : undefined}
      className={join(
        'border-line/60 bg-surface',
        screen.full
          ? 'min-h-0 flex-1 landscape:row-span-2'
          : fill
            ? 'min-h-72 flex-1 border-y'
            : 'h-[clamp(24rem,calc(100svh-24rem),34rem)] border-y trade:[@media(min-height:30.01rem)]:h-auto trade:[@media(min-height:30.01rem)]:min-h-0 trade:[@media(min-height:30.01rem)]:flex-1',
      )}
    >
      <Suspense fallback={<Skeleton className="h-full rounded-none" />}>
        <PriceChart
          product={product}
          marks={marks}
          screen={screen}
          label={label}
          focused={lit}
          onHoverOrder={light}
          onAlertAt={askAlert}
        />
      </Suspense>
      {alertAt !== null && (
        <Alerts product={product} price={alertAt} open={alerts} onClose={() => setAlerts(false)} />
      )}
    </div>
  )
}
