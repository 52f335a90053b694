import { useTranslation } from 'react-i18next'
import type { FundRedemption } from '#contract/fund.ts'
import { DocumentSheet } from '#documents/document-sheet.tsx'
import { FundCancel } from '#features/fund/fund-cancel.tsx'
import { RedemptionBadge } from '#features/fund/status-badge.tsx'
import { redemptionSteps } from '#features/fund/steps.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { addDays } from '#rules/business-day.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/format.ts'

interface Props {
  redemption: FundRedemption
  open: boolean
  onClose: () => void
}

/** One withdrawal. A withdrawal for the next day can be cancelled until its cut-off. */
export function RedemptionDetail({ redemption, open, onClose }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const now = useServerNow()
  const { id, speed, status, cancellableUntil } = redemption
  const amount = format.money(redemption.amount)
  return (
    <DocumentSheet
      open={open}
      onClose={onClose}
      title={t('details.withdrawal.title')}
      amount={amount}
      badge={<RedemptionBadge status={status} />}
      way={{
        label: t('details.withdrawal.steps'),
        nameOf: (step) => t(`details.withdrawal.step.${step}`),
        steps: redemptionSteps(redemption, now),
      }}
      rows={[
        [t('details.withdrawal.speedLabel'), t(`details.withdrawal.speed.${speed}`)],
        [t('details.tradeDay'), days.long(redemption.tradeDay)],
        [t('details.withdrawal.earnsUntil'), days.long(addDays(redemption.payDay, -1))],
        [t('details.number'), id],
      ]}
      note={
        <p className="text-sm text-ink-2">
          {t(`details.withdrawal.note.${status === 'cancelled' ? status : speed}`)}
        </p>
      }
      cancel={
        status === 'requested' && cancellableUntil !== null ? (
          <FundCancel
            what="withdrawal"
            over={now >= cancellableUntil}
            id={id}
            amount={redemption.amount}
            shown={amount}
          />
        ) : null
      }
    />
  )
}
