import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { DirectionBadge, ProfitAndLoss, WhyText } from '#features/orders/order-text.tsx'
import { OrderChart } from '#features/orders/receipt/order-chart.tsx'
import { decisiveRecords, useWholeRecords } from '#features/orders/receipt/receipt-records.ts'
import { ShareButton } from '#features/orders/share/share-button.tsx'
import type { Shares } from '#features/orders/share/use-shares.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { settleReceipt } from '#rules/outcome-check.ts'
import { Card } from '#ui/card.tsx'
import { Moments } from './moments.tsx'
import { PracticeLine } from './practice-line.tsx'

interface Props {
  receipt: SettledReceipt
  product: Product
  shares: Shares
}

/** The receipt as a picture and in words: the prices, the result, the rule, and what happened when. */
export function ReceiptStory({ receipt, product, shares }: Props) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { order } = receipt
  const decimals = product.priceDecimals
  const name = useProductName()(order.symbol)
  const records = useWholeRecords(order.symbol, decisiveRecords(receipt).picture)
  return (
    <>
      <Card className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 className="min-w-0 font-semibold">{name}</h2>
          <DirectionBadge direction={order.direction} />
          <span className="figures text-sm text-ink-2">{format.money(order.stake)}</span>
          <ShareButton order={order} product={product} records={records} shares={shares} />
        </div>
        <OrderChart
          order={order}
          settled={settleReceipt(receipt)}
          records={records}
          decimals={decimals}
        />
        <p className="flex flex-wrap items-baseline gap-x-3 text-figure font-bold">
          <span>{t(`status.${order.status}`)}</span> <ProfitAndLoss order={order} />
        </p>
        <div className="text-sm">
          <WhyText order={order} decimals={decimals} />
        </div>
        <PracticeLine source={order.source} />
      </Card>
      <Card>
        <Moments receipt={receipt} decimals={decimals} />
      </Card>
    </>
  )
}
