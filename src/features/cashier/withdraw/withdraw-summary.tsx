import { useTranslation } from 'react-i18next'
import type { WithdrawalTerms } from '#contract/cashier.ts'
import type { PayoutAccount } from '#contract/payout.ts'
import { useDestination } from '#features/cashier/names.ts'
import { feeTermsOf, type WithdrawDraft } from '#features/cashier/withdraw/withdraw-form.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Card } from '#ui/card.tsx'
import { ListRow } from '#ui/list-row.tsx'

interface Props {
  /** Null when there is no amount yet. */
  draft: WithdrawDraft | null
  terms: WithdrawalTerms
  account: PayoutAccount
}

/** The fee and the net amount, the destination, and the remaining withdrawals of today. */
export function WithdrawSummary({ draft, terms, account }: Props) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const destinationOf = useDestination()
  const { rate, minimum } = feeTermsOf(terms, account)
  const rule = { rate: format.percentFromBps(rate), minimum: format.money(minimum) }
  const { remainingToday: count, resetsAt } = terms
  return (
    <Card>
      <dl className="divide-y divide-line/60">
        <ListRow
          label={t('withdraw.fee')}
          value={draft === null ? '—' : format.money(draft.fee)}
          hint={t('withdraw.feeRule', rule)}
        />
        <ListRow
          label={t('withdraw.net')}
          value={draft === null ? '—' : <strong>{format.money(draft.net)}</strong>}
        />
        <ListRow label={t('withdraw.destination')} value={destinationOf(account)} />
      </dl>
      <p className="border-t border-line/60 pt-2 text-xs text-ink-2">
        {count === 0
          ? t('withdraw.noneLeft', { time: format.weekdayTime(resetsAt) })
          : `${t('withdraw.remaining', { count })} · ${t('withdraw.resets', { time: format.weekdayTime(resetsAt) })}`}
      </p>
    </Card>
  )
}
