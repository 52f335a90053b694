import { useTranslation } from 'react-i18next'
import type { Deposit } from '#contract/cashier.ts'
import { cancelDeposit } from '#contract/endpoints/cashier.ts'
import { AskLink } from '#features/cashier/ask-link.tsx'
import { CancelButton } from '#lib/cancel-button.tsx'
import { DetailRows } from '#features/cashier/detail-rows.tsx'
import { DepositBadge } from '#features/cashier/standing-badge.tsx'
import { depositSteps } from '#features/cashier/steps.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Timeline } from '#ui/timeline.tsx'

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

/** One deposit: how far it has come, when, by whom; before its review begins it can be cancelled. */
export function DepositDetail({ deposit, methodName, open, onClose }: Props) {
  const { t } = useTranslation(['cashier', 'common'])
  const format = useFormat()
  const amount = format.money(deposit.amount)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={methodName}
      closeLabel={t('common:close')}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3">
          <p className="figures text-figure font-bold">{amount}</p>
          <DepositBadge status={deposit.status} />
        </div>
        <Timeline
          label={t('cashier:deposit.steps')}
          steps={depositSteps(deposit).map((step) => ({
            ...step,
            label: t(`cashier:deposit.step.${step.id}`),
            time: step.at === null ? null : format.dateTime(step.at),
          }))}
        />
        <DetailRows
          rows={[
            [t('cashier:deposit.number'), deposit.id],
            [t('cashier:deposit.hasProof'), t(`cashier:deposit.${proofWord(deposit)}`)],
          ]}
          reviewer={deposit.reviewer}
          reason={deposit.reason}
        />
        <AskLink kind="deposit" id={deposit.id} />
        {deposit.status === 'submitted' ? (
          <CancelButton
            endpoint={cancelDeposit}
            id={deposit.id}
            amount={deposit.amount}
            texts={{
              button: t('cashier:deposit.cancel'),
              title: t('cashier:deposit.cancelTitle'),
              text: t('cashier:deposit.cancelText', { amount }),
              keep: t('cashier:deposit.keep'),
              confirming: t('cashier:confirming'),
              done: t('cashier:deposit.cancelled'),
            }}
          />
        ) : (
          // A sheet that scrolls needs something in it that the keyboard reaches.
          <Button variant="secondary" block onClick={onClose}>
            {t('common:close')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
