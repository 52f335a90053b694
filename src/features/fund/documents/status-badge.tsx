import { useTranslation } from 'react-i18next'
import type { FundLot, FundRedemption } from '#contract/fund.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const LOT_TONES: Record<FundLot['status'], BadgeTone> = {
  pending: 'info',
  confirmed: 'good',
  redeemed: 'neutral',
  cancelled: 'neutral',
}

/** A partly withdrawn lot has its own label. */
export function LotBadge({ lot }: { lot: FundLot }) {
  const { t } = useTranslation('fund')
  const partly = lot.status === 'confirmed' && lot.remaining < lot.amount
  return (
    <Badge tone={LOT_TONES[lot.status]}>
      {t(`details.transfer.status.${partly ? 'partly' : lot.status}`)}
    </Badge>
  )
}

const REDEMPTION_TONES: Record<FundRedemption['status'], BadgeTone> = {
  requested: 'info',
  paid: 'good',
  cancelled: 'neutral',
}

export function RedemptionBadge({ status }: { status: FundRedemption['status'] }) {
  const { t } = useTranslation('fund')
  return <Badge tone={REDEMPTION_TONES[status]}>{t(`details.withdrawal.status.${status}`)}</Badge>
}
