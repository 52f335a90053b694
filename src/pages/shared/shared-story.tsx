import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { SharedReceipt } from '#contract/settlement-receipt.ts'
import { DirectionBadge, usePriceText } from '#features/orders/order-text.tsx'
import { sharedWhyOf } from '#features/orders/presentation.ts'
import { OrderChart } from '#features/orders/receipt/order-chart.tsx'
import { decisiveRecords, useWholeRecords } from '#features/orders/receipt/receipt-records.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { languageOf } from '#i18n/setup.ts'
import { durationText } from '#i18n/duration-text.ts'
import { settleReceipt } from '#rules/outcome-check.ts'
import { Card } from '#ui/card.tsx'
import { PracticeLine } from '../order/practice-line.tsx'

interface Props {
  receipt: SharedReceipt
  product: Product
}

/** What happened, without saying to whom. Amounts are only in the file, because many users hide them on the picture. */
export function SharedStory({ receipt, product }: Props) {
  const { t, i18n } = useTranslation(['sharing', 'orders'])
  const format = useFormat()
  const name = useProductName()(product.symbol)
  const { order } = receipt
  const decimals = product.priceDecimals
  const write = usePriceText(decimals)
  const prices = { entry: write(order.entry), exit: write(order.exit) }
  const records = useWholeRecords(order.symbol, decisiveRecords(receipt).picture)
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 font-semibold">{name}</h2>
        <DirectionBadge direction={order.direction} />
        <span className="text-sm text-ink-2">
          {durationText(languageOf(i18n), order.durationMs)}
        </span>
      </div>
      <OrderChart
        order={order}
        settled={settleReceipt(receipt)}
        records={records}
        decimals={decimals}
      />
      <p className="text-figure font-bold">{t(`orders:status.${order.status}`)}</p>
      <p className="text-sm">{t(`sharing:card.why.${sharedWhyOf(order)}`, prices)}</p>
      <time
        dateTime={new Date(order.expiresAt).toISOString()}
        className="figures text-xs text-ink-2"
      >
        {format.dateTime(order.expiresAt)}
      </time>
      <PracticeLine source={order.source} />
    </Card>
  )
}
