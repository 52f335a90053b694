import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/order.ts'
import { useLitRow } from '#features/orders/lit-order.ts'
import { DirectionBadge } from '#features/orders/order-text.tsx'
import { useProductName } from '#i18n/product-name.ts'
import { useFormat } from '#i18n/use-format.ts'
import { type TableColumn, TableRow } from '#ui/table.tsx'

export interface DockRowProps {
  at: number
  order: Order
  columns: readonly TableColumn[]
  onOpen: (order: Order) => void
}

interface Props extends DockRowProps {
  layout: string
  /** The cells beside the product, the direction and the stake, by column. */
  cells: Readonly<Record<string, ReactNode>>
}

/** The name of a product, or its symbol where the table is narrow. */
export function DockProduct({ symbol }: { symbol: string }) {
  const name = useProductName()(symbol)
  return (
    <span className="font-semibold">
      <span className="when-wide">{name}</span>
      <span translate="no" className="when-narrow">
        {symbol}
      </span>
    </span>
  )
}

/** An order as a row of the dock. The row and the order's line in the chart light each other up. */
export function DockRow({ at, order, columns, layout, cells, onOpen }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  return (
    <TableRow
      at={at}
      columns={columns}
      layout={layout}
      label={t('details', { id: order.id })}
      onOpen={() => onOpen(order)}
      dense
      {...useLitRow(order.id)}
      cells={{
        product: <DockProduct symbol={order.symbol} />,
        direction: <DirectionBadge direction={order.direction} />,
        stake: format.money(order.stake),
        ...cells,
      }}
    />
  )
}
