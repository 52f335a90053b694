import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { decisiveRecords } from '#features/orders/receipt/decisive-records.ts'
import { EvidenceTable } from '#features/orders/receipt/evidence-table.tsx'
import { DirectionBadge, ProfitAndLoss } from '#features/orders/order-text.tsx'
import { SettledHow } from '#features/orders/settled-how.tsx'
import { WhyText } from '#features/orders/why-text.tsx'
import { ExampleChart } from '#features/trust/example-chart.tsx'
import { useFormat } from '#i18n/format.ts'
import { useProductName } from '#i18n/product-name.ts'
import { settleTermsOf } from '#rules/settle.ts'
import { settleReceipt } from '#rules/outcome-check.ts'
import { startOf } from '#rules/signed-order.ts'
import { Card } from '#ui/card.tsx'
import { Moments } from './moments.tsx'

interface Props {
  receipt: SettledReceipt
  product: Product
}

/** The receipt in words and as a picture: what happened when, the rule, and the result. */
export function ReceiptStory({ receipt, product }: Props) {
  const { t } = useTranslation('orders')
  const { order } = receipt
  const startMs = startOf(order)
  const signed = order.startsAt !== undefined
  const { entry, exit, picture } = decisiveRecords(receipt)
  const decimals = product.priceDecimals
  return (
    <>
      <Result order={order} decimals={decimals} />
      <Card className="flex flex-col gap-5">
        <ExampleChart
          drawn={{
            records: picture,
            settlement: settleReceipt(receipt) ?? order,
            terms: settleTermsOf(order),
          }}
          {...(signed && { startLabel: t('evidence.starts') })}
          decimals={decimals}
        />
        <Moments order={order} decimals={decimals} />
      </Card>
      <Card className="flex flex-col gap-4">
        <EvidenceTable
          title={t('evidence.entry')}
          records={entry}
          decisiveSeq={order.entry?.seq ?? null}
          mark={t('buyPrice')}
          decimals={decimals}
          moment={{ at: startMs, label: t(signed ? 'evidence.starts' : 'evidence.bought') }}
        />
        <EvidenceTable
          title={t('evidence.exit')}
          records={exit}
          decisiveSeq={order.exit?.seq ?? null}
          mark={t('transactionPrice')}
          decimals={decimals}
          moment={{ at: order.expiresAt, label: t('evidence.ended') }}
        />
      </Card>
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
        {t(`status.${order.status}`)} <ProfitAndLoss order={order} />
      </p>
      <div className="text-sm">
        <WhyText order={order} decimals={decimals} />
      </div>
      <SettledHow symbol={order.symbol} />
    </Card>
  )
}
