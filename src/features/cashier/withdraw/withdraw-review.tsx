import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDestination } from '#features/cashier/names.ts'
import type { Confirmation } from '#features/cashier/withdraw/use-confirmation.ts'
import type { WithdrawDraft } from '#features/cashier/withdraw/withdraw-form.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { TradingPassword } from '#components/trading-password.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  draft: WithdrawDraft
  confirmation: Confirmation
  /** A second factor is on, so nothing is sent without its proof. */
  factorOn: boolean
  /** The prompt of the second factor, which belongs to another feature. */
  factor: ReactNode
  onClose: () => void
}

/** The confirmation: the trading password, and the second factor if one is on, confirm exactly these figures. */
export function WithdrawReview({ draft, confirmation, factorOn, factor, onClose }: Props) {
  const { t } = useTranslation(['cashier', 'common'])
  const { money } = useFormat()
  const { handle, slot, refusal } = confirmation
  const { errorText } = useErrorText()
  return (
    <Sheet
      open
      onClose={() => !handle.summary.busy && onClose()}
      title={t('cashier:withdraw.reviewTitle')}
    >
      <FormFrame
        online
        handle={handle}
        submitLabel={t('cashier:withdraw.submit', { amount: money(draft.amount) })}
        refusal={refusal && errorText(refusal)}
        disabled={factorOn && slot.proof === null}
      >
        <Figures draft={draft} />
        <TradingPassword handle={handle} label={t('cashier:withdraw.password')} />
        {factor}
      </FormFrame>
    </Sheet>
  )
}

function Figures({ draft }: { draft: WithdrawDraft }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const destinationOf = useDestination()
  return (
    <dl className="divide-y divide-line/60">
      <ListRow label={t('withdraw.amount')} value={format.money(draft.amount)} />
      <ListRow label={t('withdraw.fee')} value={format.money(draft.fee)} />
      <ListRow label={t('withdraw.net')} value={<strong>{format.money(draft.net)}</strong>} />
      <ListRow label={t('withdraw.destination')} value={destinationOf(draft.destination)} />
    </dl>
  )
}
