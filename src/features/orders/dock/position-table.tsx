import { useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { type RefObject, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { productsAtom } from '#data/products.ts'
import type { Order } from '#contract/order.ts'
import type { Product } from '#contract/product.ts'
import { DockRow, type DockRowProps } from '#features/orders/dock/dock-row.tsx'
import { DockTable } from '#features/orders/dock/dock-table.tsx'
import { isFrozen } from '#features/orders/merge-orders.ts'
import { usePriceText } from '#features/orders/order-text.tsx'
import { Remaining } from '#features/orders/position-card.tsx'
import { useCountingNow } from '#features/orders/position-list.tsx'
import {
  amountIf,
  provisionalResultOf,
  resultAmountText,
  resultIf,
} from '#features/orders/presentation.ts'
import { resultTone } from '#components/result-tone.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { type Live, type Quote, quoteAtom } from '#streams'
import type { TableColumn } from '#ui/table.tsx'

const WIDE_ONLY = 'from-42'

function useColumns(): readonly TableColumn[] {
  const { t } = useTranslation(['orders', 'trading'])
  return [
    { id: 'product', text: t('orders:filter.product'), sorts: true },
    { id: 'direction', text: t('orders:direction'), className: 'dock-direction', sorts: true },
    { id: 'stake', text: t('orders:amount'), className: 'from-21 text-end', sorts: true },
    { id: 'entry', text: t('orders:buyPrice'), className: `${WIDE_ONLY} text-end` },
    { id: 'price', text: t('orders:currentPrice'), className: `${WIDE_ONLY} text-end` },
    { id: 'result', text: t('trading:dock.ifNow'), className: 'text-end' },
    { id: 'left', text: t('orders:countdown'), className: 'text-end', sorts: true },
  ]
}

function PriceNow({ product: { id, priceDecimals } }: { product: Product }) {
  const write = usePriceText(priceDecimals)
  const quote = useAtomValue(quoteAtom(id, 'list'))
  return (
    <span className={quote.status === 'live' ? '' : 'text-ink-3'}>
      {write('value' in quote ? quote.value : null)}
    </span>
  )
}

/** How the position would end, which seldom changes when the price does. Nothing while the order is frozen. */
function ResultNow({ order, productId }: { order: Order; productId: number }) {
  const { t } = useTranslation('trading')
  const format = useFormat()
  const resultAt = useCallback(
    (quote: Live<Quote>) => provisionalResultOf(order, 'value' in quote ? quote.value.price : null),
    [order],
  )
  const result = useAtomValue(selectAtom(quoteAtom(productId, 'list'), resultAt))
  if (isFrozen(order)) return null
  if (result === null) return <span className="text-ink-3">–</span>
  const amount = resultAmountText(format, { result, amount: amountIf(order, result) })
  const change = resultIf(order, result)
  return (
    <span className={`font-semibold ${resultTone(change)}`}>
      <span className="when-wide">
        <span>{t(`dock.now.${result}`)}</span> <span>{amount}</span>
      </span>
      <span className="when-narrow">{format.signedMoney(change)}</span>
    </span>
  )
}

/** The time left, which counts without the rest of its row. */
function Left({ order }: { order: Order }) {
  return <Remaining order={order} serverNow={useCountingNow()} />
}

interface RowProps extends DockRowProps {
  product: Product
}

function PositionRow({ product, ...row }: RowProps) {
  const { order } = row
  const write = usePriceText(product.priceDecimals)
  return (
    <DockRow
      {...row}
      layout="dock-open"
      cells={{
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
  scroller: RefObject<HTMLElement | null>
  onOpen: (order: Order) => void
  headClassName?: string
}

/**
 * Open positions on a large screen, one row each. What changes with the price does not sort them, because rows would
 * move under the pointer.
 */
export function PositionTable({ orders, scroller, onOpen, headClassName }: Props) {
  const { t } = useTranslation('orders')
  const columns = useColumns()
  const nameOf = useProductName()
  const products = useAtomValue(productsAtom)
  const known = products.status === 'ready' ? products.value.products : []
  const rows = orders.flatMap((order) => {
    const product = known.find((one) => one.symbol === order.symbol)
    return product === undefined ? [] : [{ order, product }]
  })
  return (
    <DockTable
      tab="open"
      label={t('myPositions')}
      columns={columns}
      layout="dock-open"
      rows={rows}
      keys={{
        product: ({ order }) => nameOf(order.symbol),
        direction: ({ order }) => order.direction,
        stake: ({ order }) => order.stake,
        left: ({ order }) => order.expiresAt,
      }}
      scroller={scroller}
      headClassName={headClassName}
    >
      {(row, at) => (
        <PositionRow key={row.order.id} {...row} at={at} columns={columns} onOpen={onOpen} />
      )}
    </DockTable>
  )
}
