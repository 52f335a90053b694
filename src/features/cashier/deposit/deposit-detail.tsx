import { useTranslation } from 'react-i18next'
import type { Deposit } from '#contract/cashier.ts'
import { cancelDeposit } from '#contract/endpoints/cashier.ts'
import { CancelButton } from '#documents/cancel-button.tsx'
import { DocumentSheet } from '#documents/document-sheet.tsx'
import { AskLink } from '#features/cashier/ask-link.tsx'
import { useReviewRows } from '#features/cashier/review-rows.ts'
import { DepositBadge } from '#features/cashier/status-badges.tsx'
import { depositSteps } from '#features/cashier/steps.ts'
import { useFormat } from '#i18n/format.ts'
import { canCancel } from '#rules/documents.ts'

interface Props {
  deposit: Deposit
  methodName: string
  open: boolean
  onClose: () => void
}

const proofWord = ({ hasProof, proofExpired }: Deposit) => {
  if (proofExpired === true) return 'proofExpired'
  return hasProof ? 'proofYes' : 'proofNo'
}

/** One deposit: its progress, with times and the reviewer. It can be cancelled until its review starts. */
export function DepositDetail({ deposit, methodName, open, onClose }: Props) {
  const { t } = useTranslation('cashier')
  const reviewRows = useReviewRows()
  const amount = useFormat().money(deposit.amount)
  return (
    <DocumentSheet
      open={open}
      onClose={onClose}
      title={methodName}
      amount={amount}
      badge={<DepositBadge status={deposit.status} />}
      frozen={deposit.frozen}
      way={{
        label: t('deposit.steps'),
        nameOf: (id) => t(`deposit.step.${id}`),
        steps: depositSteps(deposit),
      }}
      rows={[
        [t('deposit.number'), deposit.id],
        [t('deposit.hasProof'), t(`deposit.${proofWord(deposit)}`)],
        ...reviewRows(deposit),
      ]}
      note={<AskLink kind="deposit" id={deposit.id} />}
      cancel={
        deposit.frozen?.end !== null &&
        canCancel('deposit', deposit.status) && (
          <CancelButton
            endpoint={cancelDeposit}
            id={deposit.id}
            amount={deposit.amount}
            texts={{
              button: t('deposit.cancel'),
              title: t('deposit.cancelTitle'),
              text: t('deposit.cancelText', { amount }),
              keep: t('deposit.keep'),
              confirming: t('confirming'),
              done: t('deposit.cancelled'),
            }}
          />
        )
      }
    />
  )
}
