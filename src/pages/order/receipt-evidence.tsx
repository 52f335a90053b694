import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { useFetched } from '#data/use-fetched.ts'
import { EvidenceTable } from '#features/orders/receipt/evidence-table.tsx'
import { decisiveRecords, wholeHistory } from '#features/orders/receipt/receipt-records.ts'
import { ExampleChart } from '#features/trust/example-chart.tsx'
import { settleTermsOf } from '#rules/settle.ts'
import { settleReceipt } from '#rules/outcome-check.ts'
import { startOf } from '#rules/signed-order.ts'
import { Card } from '#ui/card.tsx'

interface Props {
  receipt: ReceiptEvidence
  decimals: number
}

/**
 * The prices of an order from its start to its end, as a picture. Those between the deciding ones are drawn when the
 * public history has been read.
 */
export function ReceiptChart({ receipt, decimals }: Props) {
  const records = useMemo(() => decisiveRecords(receipt).picture, [receipt])
  const { fetched } = useFetched(() => wholeHistory(receipt.order.symbol, records))
  const whole = fetched.status === 'ready' ? fetched.value : null
  return (
    <ExampleChart
      drawn={{
        records: whole ?? records,
        settlement: settleReceipt(receipt) ?? receipt.order,
        terms: settleTermsOf(receipt.order),
      }}
      decimals={decimals}
    />
  )
}

/** The records of the public history around entry and exit. */
export function ReceiptTables({ receipt, decimals }: Props) {
  const { t } = useTranslation('orders')
  const { order } = receipt
  const { entry, exit } = decisiveRecords(receipt)
  const start = t(order.startsAt === undefined ? 'evidence.bought' : 'evidence.starts')
  return (
    <Card className="flex flex-col gap-4">
      <EvidenceTable
        title={t('evidence.entry')}
        records={entry}
        decisiveSeq={order.entry?.seq ?? null}
        mark={t('buyPrice')}
        decimals={decimals}
        moment={{ at: startOf(order), label: start }}
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
  )
}
