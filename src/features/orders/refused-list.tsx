import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RefusedOrder } from '#contract/refused-order.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { DocumentTable } from '#documents/document-table.tsx'
import {
  RefusedTableRow,
  useRefusedHeads,
  useRefusedKeys,
} from '#features/orders/dock/refused-row.tsx'
import { DirectionBadge, ProfitAndLoss } from '#features/orders/order-text.tsx'
import { refusedOrders, refusedSource, useReason } from '#features/orders/refused-orders.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { durationText } from '#i18n/duration-text.ts'
import { usePanes } from '#lib/use-panes.ts'

/** One order that the server refused, with how it would have ended. */
function RefusedRow({ order }: { order: RefusedOrder }) {
  const { t, i18n } = useTranslation('orders')
  const format = useFormat()
  const reasonOf = useReason()
  const { outcome } = order
  return (
    <article className="flex w-full flex-col gap-1.5 border-b border-line/60 bg-surface px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="min-w-0 flex-1 truncate font-semibold">
          {useProductName()(order.symbol)}
        </span>
        <span className="text-sm">
          {t(outcome === null ? 'refused.pending' : `refused.would.${outcome}`)}
        </span>
        {outcome !== null && <ProfitAndLoss order={order} />}
      </p>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
        <DirectionBadge direction={order.direction} />
        <span>{t('amountIs', { amount: format.money(order.stake) })}</span>
        <span>{durationText(i18n.language, order.durationMs)}</span>
      </p>
      <p className="text-xs text-ink-2">{reasonOf(order.reason)}</p>
      <p className="figures text-xs text-ink-3">{format.dateTime(order.refusedAt)}</p>
    </article>
  )
}

const LAYOUT = 'refused-table'
const FIRST = { by: 'at', down: true } as const

/** The signed orders that the server refused, so that a user sees if it refuses only those that win. */
export function RefusedList() {
  const { t } = useTranslation('orders')
  const list = usePagedList(refusedOrders, refusedSource)
  const columns = useRefusedHeads()
  const keys = useRefusedKeys()
  const view = {
    list,
    above: <p className="max-w-phone px-4 py-3 text-sm text-ink-2">{t('refused.lead')}</p>,
    empty: { icon: ReceiptText, title: t('refused.empty') },
  }
  if (usePanes() === 3) {
    const table = {
      id: 'refused',
      label: t('tabs.refused'),
      columns,
      layout: LAYOUT,
      keys,
      first: FIRST,
    }
    return (
      <DocumentTable {...view} table={table}>
        {(order, at) => <RefusedTableRow at={at} order={order} columns={columns} layout={LAYOUT} />}
      </DocumentTable>
    )
  }
  return (
    <DocumentList {...view} rowClass="h-28">
      {(order) => <RefusedRow order={order} />}
    </DocumentList>
  )
}
