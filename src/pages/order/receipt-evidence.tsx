import { useTranslation } from 'react-i18next'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { DealerQuotes } from '#features/orders/receipt/dealer-quotes.tsx'
import { EvidenceTable } from '#features/orders/receipt/evidence-table.tsx'
import { SettledHow } from '#features/orders/order-text.tsx'
import { decisiveRecords } from '#features/orders/receipt/receipt-records.ts'
import { VenueTrades } from '#features/orders/receipt/venue-trades.tsx'
import { startOf } from '#rules/signed-order.ts'

interface Props {
  receipt: ReceiptEvidence
  decimals: number
}

/** The records of the public history around entry and exit, and the trades or quotes that live ones follow from. */
export function ReceiptTables({ receipt, decimals }: Props) {
  const { t } = useTranslation(['orders', 'proof'])
  const { order } = receipt
  const { entry, exit } = decisiveRecords(receipt)
  const start = t(
    order.startsAt === undefined ? 'orders:evidence.bought' : 'orders:evidence.starts',
  )
  return (
    <>
      <p className="text-sm text-ink-2">{t('proof:between')}</p>
      <SettledHow symbol={order.symbol} />
      <EvidenceTable
        title={t('orders:evidence.entry')}
        records={entry}
        decisiveSeq={order.entry?.seq ?? null}
        mark={t('orders:buyPrice')}
        decimals={decimals}
        moment={{ at: startOf(order), label: start }}
      />
      <EvidenceTable
        title={t('orders:evidence.exit')}
        records={exit}
        decisiveSeq={order.exit?.seq ?? null}
        mark={t('orders:transactionPrice')}
        decimals={decimals}
        moment={{ at: order.expiresAt, label: t('orders:evidence.ended') }}
      />
      <VenueTrades receipt={receipt} />
      <DealerQuotes receipt={receipt} />
    </>
  )
}
