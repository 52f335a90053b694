import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/product.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { EvidenceTable } from '#features/orders/evidence-table.tsx'
import { ProfitAndLoss } from '#features/orders/order-words.tsx'
import { WhyText } from '#features/orders/why-text.tsx'
import { decisiveRecords } from '#features/orders/decisive-records.ts'
import { ExampleChart } from '#features/trust/example-chart.tsx'
import { useFormat } from '#i18n/format.ts'
import { settleReceipt } from '#rules/receipt-check.ts'

interface Props {
  receipt: SettledReceipt
  product: Product
}

/** The receipt in words and a picture: what happened when, the rule, and so the result. */
export function ReceiptStory({ receipt, product }: Props) {
  const { t } = useTranslation(['proof', 'orders'])
  const { order } = receipt
  const settlement = settleReceipt(receipt)
  const { entry, exit, picture } = decisiveRecords(receipt)
  const decimals = product.priceDecimals
  const table = (title: string, records: TickRecord[], mark: string, seq: number | undefined) => (
    <EvidenceTable
      title={title}
      records={records}
      decisiveSeq={seq ?? null}
      mark={mark}
      decimals={decimals}
    />
  )
  return (
    <>
      {settlement !== null && (
        <ExampleChart drawn={{ records: picture, settlement, terms: order }} />
      )}
      <Moments receipt={receipt} decimals={decimals} />
      <div className="flex flex-col gap-2 rounded-control bg-sunken p-3">
        <div className="flex items-center gap-2 text-lg">
          <span className="font-semibold">{t(`orders:status.${order.status}`)}</span>
          <ProfitAndLoss order={order} />
        </div>
        <div className="text-sm">
          <WhyText order={order} decimals={decimals} />
        </div>
      </div>
      {table(t('orders:evidence.entry'), entry, t('orders:buyPrice'), order.entry?.seq)}
      {table(t('orders:evidence.exit'), exit, t('orders:transactionPrice'), order.exit?.seq)}
    </>
  )
}

function Moments({ receipt, decimals }: { receipt: SettledReceipt; decimals: number }) {
  const { t } = useTranslation(['proof', 'common'])
  const format = useFormat()
  const { direction, stake, acceptedAt, expiresAt, entry, exit, status } = receipt.order
  const bought = {
    direction: t(`common:direction.${direction}`),
    amount: format.money(stake),
  }
  const price = (spot: { price: number }): string => format.price(spot.price, decimals)
  const moments = [
    { at: acceptedAt, text: t('proof:story.bought', bought) },
    ...(entry === null
      ? []
      : [{ at: entry.timeMs, text: t('proof:story.entry', { price: price(entry) }) }]),
    ...(exit === null
      ? []
      : [{ at: exit.timeMs, text: t('proof:story.exit', { price: price(exit) }) }]),
    { at: expiresAt, text: t(status === 'void' ? 'proof:story.void' : 'proof:story.ended') },
  ]
  return (
    <ol className="flex flex-col gap-2 text-sm">
      {moments.map(({ at, text }) => (
        <li key={text} className="flex gap-3">
          <time dateTime={new Date(at).toISOString()} className="figures shrink-0 text-ink-2">
            {format.time(at)}
          </time>
          <span className="min-w-0">{text}</span>
        </li>
      ))}
    </ol>
  )
}
