import { useAtomValue } from 'jotai'
import type { Atom } from 'jotai/vanilla'
import { ChevronDown, ChevronUp, History } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AsOf } from '#components/as-of.tsx'
import { SignedAmount } from '#components/signed-amount.tsx'
import type { Order } from '#contract/order.ts'
import { ClosedTable } from '#features/orders/dock/closed-table.tsx'
import { type Dock, DOCK_TABS, useTotals } from '#features/orders/dock/dock-state.ts'
import { DockNote } from '#features/orders/dock/dock-table.tsx'
import { RefusedTable } from '#features/orders/dock/refused-table.tsx'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { PositionTable } from '#features/orders/dock/position-table.tsx'
import { useOpenedOrder } from '#features/orders/use-opened-order.ts'
import { useFormat } from '#i18n/use-format.ts'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { IconButton } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'

const NONE: readonly Order[] = []

/** The user's orders on all products below the chart: the open ones, the latest closed ones and the refused ones. */
export function PositionDock({ dock }: { dock: Dock }) {
  const { t } = useTranslation(['trading', 'orders'])
  const positions = useAtomValue(topicAtom('positions'))
  const scroller = useRef<HTMLDivElement>(null)
  const open = 'value' in positions ? positions.value.open : NONE
  const labels = {
    open:
      open.length > 0
        ? t('trading:dock.openCount', { number: open.length })
        : t('trading:dock.open'),
    closed: t('trading:dock.closed'),
    refused: t('orders:tabs.refused'),
  }
  return (
    <div data-dock className="flex min-h-0 flex-1 flex-col border-t border-line/60">
      <Tabs
        label={t('orders:myPositions')}
        tabs={DOCK_TABS.map((id) => ({ id, label: <span>{labels[id]}</span> }))}
        selected={dock.tab}
        onSelect={dock.show}
        listClassName="flex flex-wrap items-center gap-x-3 ps-1 pe-1"
        aside={<Beside orders={open} dock={dock} />}
        panelClassName={dock.folded ? 'hidden' : 'flex min-h-0 flex-1 flex-col'}
      >
        {!dock.folded && (
          <div ref={scroller} className="@container min-h-0 flex-1 overflow-auto">
            <AsOf live={positions} className="px-3" />
            <Rows dock={dock} scroller={scroller} />
          </div>
        )}
      </Tabs>
    </div>
  )
}

interface RowsProps {
  dock: Dock
  scroller: RefObject<HTMLElement | null>
}

/** The table of the selected tab. */
function Rows({ dock, scroller }: RowsProps) {
  const { t } = useTranslation('orders')
  const { show, sheet } = useOpenedOrder()
  const positions = useAtomValue(topicAtom('positions'))
  const value = 'value' in positions ? positions.value : null
  return (
    <>
      {dock.tab === 'closed' && <ClosedTable scroller={scroller} onOpen={show} />}
      {dock.tab === 'refused' && <RefusedTable scroller={scroller} />}
      {dock.tab === 'open' && value === null && positions.status === 'connecting' && (
        <Skeleton className="m-3 h-20" />
      )}
      {dock.tab === 'open' && value !== null && value.open.length === 0 && (
        <DockNote>{t('empty.open')}</DockNote>
      )}
      {dock.tab === 'open' && value !== null && value.open.length > 0 && (
        <PositionTable orders={value.open} scroller={scroller} onOpen={show} />
      )}
      {sheet !== null && <OrderSheet {...sheet} />}
    </>
  )
}

/** At the end of the line of tabs: the totals, the way to all orders, and the button that folds the dock. */
function Beside({ orders, dock }: { orders: readonly Order[]; dock: Dock }) {
  const { t } = useTranslation(['trading', 'orders'])
  const Chevron = dock.folded ? ChevronUp : ChevronDown
  return (
    <div className="ms-auto flex min-w-0 items-center text-xs">
      {orders.length > 0 && <TotalsLine orders={orders} />}
      <Link
        to={`${PATHS.orders}?tab=all`}
        aria-label={t('orders:tabs.all')}
        className="inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-2 active:bg-sunken"
      >
        <History aria-hidden size={18} />
      </Link>
      <IconButton
        label={t(dock.folded ? 'trading:dock.unfold' : 'trading:dock.fold')}
        aria-expanded={!dock.folded}
        onClick={() => dock.fold(!dock.folded)}
      >
        <Chevron aria-hidden size={18} />
      </IconButton>
    </div>
  )
}

function TotalsLine({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation('trading')
  const format = useFormat()
  const totals = useTotals(orders)
  return (
    <dl className="figures flex min-w-0 flex-wrap gap-x-3 pe-2 text-ink-3">
      <div className="flex gap-1 whitespace-nowrap">
        <dt>{t('dock.atRisk')}</dt>
        <dd className="font-semibold text-ink">{format.money(totals.atRisk)}</dd>
      </div>
      <div className="flex gap-1 whitespace-nowrap">
        <dt>{t('dock.ifNow')}</dt>
        <dd>
          <NowTotal now={totals.now} />
        </dd>
      </div>
    </dl>
  )
}

/** The amount, which is all that renders with the prices. */
function NowTotal({ now }: { now: Atom<bigint | null> }) {
  const amount = useAtomValue(now)
  return amount === null ? <span>–</span> : <SignedAmount minor={amount} />
}
