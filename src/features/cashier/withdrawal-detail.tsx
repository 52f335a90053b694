import { useTranslation } from 'react-i18next'
import type { Withdrawal } from '#contract/cashier.ts'
import { cancelWithdrawal } from '#contract/endpoints/cashier.ts'
import { AskLink } from '#features/cashier/ask-link.tsx'
import { CancelButton } from '#lib/cancel-button.tsx'
import { useDestination } from '#features/cashier/destination.ts'
import { DetailRows } from '#features/cashier/detail-rows.tsx'
import { WithdrawalBadge } from '#features/cashier/standing-badge.tsx'
import { withdrawalSteps } from '#features/cashier/steps.ts'
import { useFormat } from '#i18n/format.ts'
import { canCancel } from '#rules/documents.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Timeline } from '#ui/timeline.tsx'

interface Props {
  withdrawal: Withdrawal
  open: boolean
  onClose: () => void
}

/** One withdrawal with its clock; while it is in review it can be cancelled. */
export function WithdrawalDetail({ withdrawal, open, onClose }: Props) {
  const { t } = useTranslation(['cashier', 'common'])
  const format = useFormat()
  const destinationOf = useDestination()
  const destination = destinationOf(withdrawal.destination)
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={destination}
      closeLabel={t('common:close')}
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3">
          <p className="figures text-figure font-bold">{format.money(withdrawal.amount)}</p>
          <WithdrawalBadge status={withdrawal.status} />
        </div>
        <Outcome withdrawal={withdrawal} />
        <Timeline
          label={t('cashier:withdraw.steps')}
          steps={withdrawalSteps(withdrawal).map((step) => ({
            ...step,
            label: t(`cashier:withdraw.step.${step.id}`),
            time: step.at === null ? null : format.dateTime(step.at),
          }))}
        />
        <DetailRows
          rows={[
            [t('cashier:withdraw.fee'), format.money(withdrawal.fee)],
            [t('cashier:withdraw.net'), format.money(withdrawal.net)],
            [t('cashier:withdraw.destination'), destination],
            [t('cashier:withdraw.number'), withdrawal.id],
          ]}
          reviewer={withdrawal.reviewer}
          reason={withdrawal.reason}
        />
        <AskLink kind="withdrawal" id={withdrawal.id} />
        {canCancel('withdrawal', withdrawal.status) ? (
          <Cancel withdrawal={withdrawal} />
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

/** Where the money is when it did not go out. */
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
