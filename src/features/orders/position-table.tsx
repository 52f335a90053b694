import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { productsAtom } from '#data/products.ts'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { isFrozen } from '#features/orders/merge-orders.ts'
import { DirectionBadge } from '#features/orders/order-text.tsx'
import { ProvisionalText, Remaining } from '#features/orders/position-card.tsx'
import { useCountingNow } from '#features/orders/position-list.tsx'
import { provisionalResultOf } from '#features/orders/provisional-result.ts'
import { useFormat } from '#i18n/format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { quoteAtom } from '#streams'
import { PaneRows } from '#ui/pane-rows.tsx'
import { type TableColumn, TableHead, TableRow } from '#ui/table.tsx'

/** Narrow panes leave out amount and prices. */
const LAYOUT =
  'grid-cols-[minmax(0,1fr)_5rem_minmax(0,1.2fr)_3.5rem] @xl:grid-cols-[minmax(0,1.2fr)_5rem_minmax(0,0.8fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)_3.5rem]'
const WIDE_ONLY = 'hidden @xl:block'
const ROW_PX = 45

function useColumns(): readonly TableColumn[] {
  const { t } = useTranslation('orders')
  return [
    { id: 'product', text: t('filter.product') },
    { id: 'direction', text: t('direction') },
    { id: 'stake', text: t('amount'), className: `${WIDE_ONLY} text-end` },
    { id: 'entry', text: t('buyPrice'), className: `${WIDE_ONLY} text-end` },
    { id: 'price', text: t('currentPrice'), className: `${WIDE_ONLY} text-end` },
    { id: 'result', text: t('profitAndLoss'), className: 'text-end text-xs whitespace-normal' },
    { id: 'left', text: t('countdown'), className: 'text-end' },
  ]
}

interface RowProps {
  order: Order
  product: Product
  serverNow: number
  columns: readonly TableColumn[]
  onOpen: (order: Order) => void
}

function PositionRow({ order, product, serverNow, columns, onOpen }: RowProps) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const name = useProductName()(order.symbol)
  const quote = useAtomValue(quoteAtom(product.id, 'list'))
  const price = 'value' in quote ? quote.value.price : null
  const write = (scaled: number | undefined | null): string =>
    scaled === null || scaled === undefined ? '–' : format.price(scaled, product.priceDecimals)
  return (
    <TableRow
      columns={columns}
      layout={LAYOUT}
      label={t('details', { id: order.id })}
      onOpen={() => onOpen(order)}
      cells={{
        product: <span className="font-semibold">{name}</span>,
        direction: <DirectionBadge direction={order.direction} />,
        stake: format.money(order.stake),
        entry: write(order.entry?.price),
        price: <span className={quote.status === 'live' ? '' : 'text-ink-3'}>{write(price)}</span>,
        result: !isFrozen(order) && (
          <ProvisionalText order={order} result={provisionalResultOf(order, price)} />
        ),
        left: <Remaining order={order} serverNow={serverNow} />,
      }}
    />
  )
}

interface Props {
  orders: readonly Order[]
  /** What scrolls the table. Only rows within it are mounted and subscribe to prices. */
  scroller: RefObject<HTMLElement | null>
  onOpen: (order: Order) => void
}

/** Open positions on a large screen, one row each. */
export function PositionTable({ orders, scroller, onOpen }: Props) {
  const { t } = useTranslation('orders')
  const serverNow = useCountingNow()
  const columns = useColumns()
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  return (
    <div role="table" aria-label={t('myPositions')}>
      <TableHead columns={columns} layout={LAYOUT} />
      <div role="rowgroup">
        <PaneRows pane={scroller} itemSize={ROW_PX} bufferSize={ROW_PX}>
          {orders.flatMap((order) => {
            const product = known.find((one) => one.symbol === order.symbol)
            if (product === undefined) return []
            const row = { order, product, serverNow, columns, onOpen }
            return <PositionRow key={order.id} {...row} />
          })}
        </PaneRows>
      </div>
    </div>
  )
}
