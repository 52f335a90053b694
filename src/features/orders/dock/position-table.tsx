import { useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { type RefObject, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { productsAtom } from '#data/products.ts'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { DirectionBadge, usePriceText } from '#features/orders/order-text.tsx'
import { ProvisionalText, Remaining } from '#features/orders/position-card.tsx'
import { useCountingNow } from '#features/orders/position-list.tsx'
import { provisionalResultOf } from '#features/orders/presentation.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { type Live, type Quote, quoteAtom } from '#streams'
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

/** The price, which is all that renders with it. */
function PriceNow({ product: { id, priceDecimals } }: { product: Product }) {
  const write = usePriceText(priceDecimals)
  const quote = useAtomValue(quoteAtom(id, 'list'))
  return (
    <span className={quote.status === 'live' ? '' : 'text-ink-3'}>
      {write('value' in quote ? quote.value : null)}
    </span>
  )
}

/** How the position would end, which seldom changes when the price does. */
function ResultNow({ order, productId }: { order: Order; productId: number }) {
  const resultAt = useCallback(
    (quote: Live<Quote>) => provisionalResultOf(order, 'value' in quote ? quote.value.price : null),
    [order],
  )
  const result = useAtomValue(selectAtom(quoteAtom(productId, 'list'), resultAt))
  return <ProvisionalText order={order} result={result} />
}

/** The time left, which counts without the rest of its row. */
function Left({ order }: { order: Order }) {
  return <Remaining order={order} serverNow={useCountingNow()} />
}

interface RowProps {
  /** Its place in the table, from 0. */
  at: number
  order: Order
  product: Product
  columns: readonly TableColumn[]
  onOpen: (order: Order) => void
}

function PositionRow({ at, order, product, columns, onOpen }: RowProps) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const write = usePriceText(product.priceDecimals)
  const name = useProductName()(order.symbol)
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
        entry: write(order.entry),
        price: <PriceNow product={product} />,
        result: <ResultNow order={order} productId={product.id} />,
        left: <Left order={order} />,
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
  const columns = useColumns()
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  return (
    <div role="table" aria-label={t('myPositions')} aria-rowcount={orders.length + 1}>
      <TableHead columns={columns} layout={LAYOUT} />
      <div role="rowgroup">
        <PaneRows pane={scroller} itemSize={ROW_PX} bufferSize={ROW_PX}>
          {orders.flatMap((order, at) => {
            const product = known.find((one) => one.symbol === order.symbol)
            if (product === undefined) return []
            const row = { at, order, product, columns, onOpen }
            return <PositionRow key={order.id} {...row} />
          })}
        </PaneRows>
      </div>
    </div>
  )
}
