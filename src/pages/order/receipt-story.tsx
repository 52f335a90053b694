import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { DirectionBadge, ProfitAndLoss, SettledHow, WhyText } from '#features/orders/order-text.tsx'
import { VenueTrades } from '#features/orders/receipt/venue-trades.tsx'
import { useFormat } from '#i18n/use-format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { Card } from '#ui/card.tsx'
import { Moments } from './moments.tsx'
import { ReceiptChart, ReceiptTables } from './receipt-evidence.tsx'

interface Props {
  receipt: SettledReceipt
  product: Product
}

/** The receipt in words and as a picture: what happened when, the rule, and the result. */
export function ReceiptStory({ receipt, product }: Props) {
  const { order } = receipt
  const decimals = product.priceDecimals
  return (
    <>
      <Result order={order} decimals={decimals} />
      <Card className="flex flex-col gap-5">
        <ReceiptChart receipt={receipt} decimals={decimals} />
        <Moments receipt={receipt} decimals={decimals} />
      </Card>
      <ReceiptTables receipt={receipt} decimals={decimals} />
      <VenueTrades receipt={receipt} />
    </>
  )
}

type ResultProps = { order: SettledReceipt['order']; decimals: number }

/** The rule applied to these prices, and the result. */
function Result({ order, decimals }: ResultProps) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const name = useProductName()(order.symbol)
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 font-semibold">{name}</h2>
        <DirectionBadge direction={order.direction} />
        <span className="figures text-sm text-ink-2">{format.money(order.stake)}</span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 text-figure font-bold">
        <span>{t(`status.${order.status}`)}</span> <ProfitAndLoss order={order} />
      </p>
      <div className="text-sm">
        <WhyText order={order} decimals={decimals} />
      </div>
      <SettledHow symbol={order.symbol} />
    </Card>
  )
}
