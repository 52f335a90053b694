import { useTranslation } from 'react-i18next'
import type { FundLot, FundRedemption } from '#contract/fund.ts'
import { useServerNow } from '#data/use-server-now.ts'
import { DocumentSheet } from '#documents/document-sheet.tsx'
import { FundCancel } from '#features/fund/documents/fund-cancel.tsx'
import { LotBadge, RedemptionBadge } from '#features/fund/documents/status-badge.tsx'
import { lotSteps, redemptionSteps } from '#features/fund/documents/steps.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/format.ts'
import { addDays } from '#rules/business-day.ts'

interface Props {
  lot: FundLot
  open: boolean
  onClose: () => void
}

/** One transfer into the fund, which can be cancelled until its cut-off. */
export function LotDetail({ lot, open, onClose }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const now = useServerNow()
  const amount = format.money(lot.amount)
  return (
    <DocumentSheet
      open={open}
      onClose={onClose}
      title={t('details.transfer.title')}
      amount={amount}
      badge={<LotBadge lot={lot} />}
      way={{
        label: t('details.transfer.steps'),
        nameOf: (id) => t(`details.transfer.step.${id}`),
        steps: lotSteps(lot, now),
      }}
      rows={[
        [t('details.remaining'), format.money(lot.remaining)],
        [t('details.tradeDay'), days.long(lot.tradeDay)],
        [t('details.earnsFrom'), days.long(lot.confirmDay)],
        [t('details.number'), lot.id],
      ]}
      note={<p className="text-sm text-ink-2">{t(`details.transfer.note.${lot.status}`)}</p>}
      cancel={
        lot.status === 'pending' ? (
          <FundCancel
            what="transfer"
            over={now >= lot.cancellableUntil}
            id={lot.id}
            amount={lot.amount}
            shown={amount}
          />
        ) : null
      }
    />
  )
}

interface RedemptionDetailProps {
  redemption: FundRedemption
  open: boolean
  onClose: () => void
}

/** One withdrawal. A withdrawal for the next day can be cancelled until its cut-off. */
export function RedemptionDetail({ redemption, open, onClose }: RedemptionDetailProps) {
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
