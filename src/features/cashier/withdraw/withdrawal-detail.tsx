import { useTranslation } from 'react-i18next'
import type { Withdrawal } from '#contract/cashier.ts'
import { cancelWithdrawal } from '#contract/endpoints/cashier.ts'
import { CancelButton } from '#documents/cancel-button.tsx'
import { DocumentSheet } from '#documents/document-sheet.tsx'
import { AskLink } from '#features/cashier/ask-link.tsx'
import { useDestination } from '#features/cashier/withdraw/destination.ts'
import { useReviewRows } from '#features/cashier/review-rows.ts'
import { WithdrawalBadge } from '#features/cashier/status-badges.tsx'
import { withdrawalSteps } from '#features/cashier/steps.ts'
import { useFormat } from '#i18n/format.ts'
import { canCancel } from '#rules/documents.ts'
import { Notice } from '#ui/notice.tsx'

interface Props {
  withdrawal: Withdrawal
  open: boolean
  onClose: () => void
}

/** One withdrawal with its progress. It can be cancelled while it is in review. */
export function WithdrawalDetail({ withdrawal, open, onClose }: Props) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  const reviewRows = useReviewRows()
  const destination = useDestination()(withdrawal.destination)
  return (
    <DocumentSheet
      open={open}
      onClose={onClose}
      title={destination}
      amount={format.money(withdrawal.amount)}
      badge={<WithdrawalBadge status={withdrawal.status} />}
      frozen={withdrawal.frozen}
      outcome={<Outcome withdrawal={withdrawal} />}
      way={{
        label: t('withdraw.steps'),
        nameOf: (id) => t(`withdraw.step.${id}`),
        steps: withdrawalSteps(withdrawal),
      }}
      rows={[
        [t('withdraw.fee'), format.money(withdrawal.fee)],
        [t('withdraw.net'), format.money(withdrawal.net)],
        [t('withdraw.destination'), destination],
        [t('withdraw.number'), withdrawal.id],
        ...reviewRows(withdrawal),
      ]}
      note={<AskLink kind="withdrawal" id={withdrawal.id} />}
      cancel={
        withdrawal.frozen?.end !== null &&
        canCancel('withdrawal', withdrawal.status) && <Cancel withdrawal={withdrawal} />
      }
    />
  )
}

/** Where the money is when it was not paid out. */
function Outcome({ withdrawal: { status, amount } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('cashier')
  const text = { amount: useFormat().money(amount) }
  if (status === 'bounced') return <Notice tone="info">{t('withdraw.refunded', text)}</Notice>
  if (status !== 'rejected' && status !== 'cancelled') return null
  return <Notice tone="info">{t('withdraw.released', text)}</Notice>
}

function Cancel({ withdrawal: { id, amount } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('cashier')
  const format = useFormat()
  return (
    <CancelButton
      endpoint={cancelWithdrawal}
      id={id}
      amount={amount}
      texts={{
        button: t('withdraw.cancel'),
        title: t('withdraw.cancelTitle'),
        text: t('withdraw.cancelText', { amount: format.money(amount) }),
        keep: t('withdraw.keep'),
        confirming: t('confirming'),
        done: t('withdraw.cancelled'),
      }}
    />
  )
}
