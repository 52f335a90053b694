import { useAtomValue } from 'jotai'
import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import { productsAtom } from '#data/products.ts'
import type { Order } from '#contract/order.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { OrderFilterBar } from '#features/orders/order-filter-bar.tsx'
import { type OrderFilter, orderListOf, orderSource, passes } from '#features/orders/order-list.ts'
import { useLiveRows } from '#data/use-live-rows.ts'
import { usePagedList } from '#data/use-paged-list.ts'
import {
  DirectionBadge,
  ProfitAndLoss,
  StatusBadge,
  usePriceText,
} from '#features/orders/order-text.tsx'
import { shownTimeOf } from '#features/orders/presentation.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { durationText } from '#i18n/duration-text.ts'
import { usePanes } from '#lib/use-panes.ts'
import { topicAtom } from '#streams'
import { type TableColumn, TableHead, TableRow } from '#ui/table.tsx'

interface OrderRowProps {
  order: Order
  product: Product | undefined
  onOpen: (order: Order) => void
}

/** An order in a long list. */
function OrderRow({ order, product, onOpen }: OrderRowProps) {
  const { t, i18n } = useTranslation('orders')
  const format = useFormat()
  const name = useProductName()(order.symbol)
  const write = usePriceText(product?.priceDecimals)
  return (
    <button
      type="button"
      onClick={() => onOpen(order)}
      className="flex w-full flex-col gap-1.5 border-b border-line/60 bg-surface px-4 py-3 text-start active:bg-sunken"
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        <StatusBadge status={order.status} />
        <ProfitAndLoss order={order} />
      </span>
      <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
        <DirectionBadge direction={order.direction} />
        <span>{t('amountIs', { amount: format.money(order.stake) })}</span>
        <span>{durationText(i18n.language, order.durationMs)}</span>
        <span>
          <span>{write(order.entry)}</span> → <span>{write(order.exit)}</span>
        </span>
      </span>
      <span className="figures flex justify-between gap-2 text-xs text-ink-3">
        <span>{format.dateTime(shownTimeOf(order))}</span>
        <span>{t('numberIs', { id: order.id })}</span>
      </span>
    </button>
  )
}

const LAYOUT =
  'grid-cols-[minmax(0,1.4fr)_5.5rem_minmax(0,0.8fr)_minmax(0,0.8fr)_minmax(0,1fr)_minmax(0,1fr)_6rem_minmax(0,0.9fr)_10rem]'

function useColumns(): readonly TableColumn[] {
  const { t } = useTranslation('orders')
  const end = 'text-end'
  return [
    { id: 'product', text: t('filter.product') },
    { id: 'direction', text: t('direction') },
    { id: 'stake', text: t('amount'), className: end },
    { id: 'duration', text: t('holdingTime'), className: end },
    { id: 'entry', text: t('buyPrice'), className: end },
    { id: 'exit', text: t('transactionPrice'), className: end },
    { id: 'status', text: t('filter.outcome') },
    { id: 'result', text: t('profitAndLoss'), className: end },
    { id: 'at', text: t('record.time'), className: `${end} text-xs text-ink-3` },
  ]
}

/** The same order on a large screen, as a row of a table. */
function OrderTableRow({
  order,
  product,
  at,
  columns,
  onOpen,
}: OrderRowProps & { at: number; columns: readonly TableColumn[] }) {
  const { t, i18n } = useTranslation('orders')
  const format = useFormat()
  const name = useProductName()(order.symbol)
  const write = usePriceText(product?.priceDecimals)
  return (
    <TableRow
      at={at}
      columns={columns}
      layout={LAYOUT}
      label={t('details', { id: order.id })}
      onOpen={() => onOpen(order)}
      cells={{
        product: <span className="font-semibold">{name}</span>,
        direction: <DirectionBadge direction={order.direction} />,
        stake: format.money(order.stake),
        duration: durationText(i18n.language, order.durationMs),
        entry: write(order.entry),
        exit: write(order.exit),
        status: <StatusBadge status={order.status} />,
        result: <ProfitAndLoss order={order} />,
        at: format.dateTime(shownTimeOf(order)),
      }}
    />
  )
}

interface Props {
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
  onOpen: (order: Order) => void
}

/** Past orders as a paged list, merged with those that the stream pushes. */
export function OrderHistory({ filter, onFilter, onOpen }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const list = usePagedList(orderListOf(filter), orderSource(filter))
  useLiveRows(list, topicAtom('positions'), ({ open, settled }) =>
    [...open, ...settled].filter((order) => passes(filter, order)),
  )
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  const isTable = usePanes() === 3
  const columns = useColumns()
  const { symbol, outcome, from, to } = filter
  const bare = [symbol, outcome, from, to].every((set) => set === null)
  return (
    <>
      <OrderFilterBar filter={filter} onFilter={onFilter} products={known} list={list} />
      <DocumentList
        list={list}
        rowClass={isTable ? 'h-11' : 'h-21'}
        {...(isTable && {
          table: {
            label: t('orders:tabs.label'),
            head: <TableHead columns={columns} layout={LAYOUT} />,
          },
        })}
        empty={{
          icon: ReceiptText,
          title: t(bare ? `orders:empty.${filter.status}` : 'common:list.noneFit'),
          hint: bare ? t('orders:emptyHint') : undefined,
        }}
      >
        {(order, at) => {
          const product = known.find((one) => one.symbol === order.symbol)
          const row = { order, product, onOpen }
          return isTable ? (
            <OrderTableRow {...row} at={at} columns={columns} />
          ) : (
            <OrderRow {...row} />
          )
        }}
      </DocumentList>
    </>
  )
}
