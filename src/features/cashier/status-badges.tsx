import { useTranslation } from 'react-i18next'
import type { DepositStatus, WithdrawalStatus } from '#contract/cashier.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const DEPOSIT_TONES: Record<DepositStatus, BadgeTone> = {
  submitted: 'info',
  review: 'info',
  approved: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
}

export function DepositBadge({ status }: { status: DepositStatus }) {
  const { t } = useTranslation('cashier')
  return <Badge tone={DEPOSIT_TONES[status]}>{t(`deposit.status.${status}`)}</Badge>
}

const RESULT_TONES = { success: 'good', under_review: 'info', failed: 'bad' } as const

export function WithdrawalBadge({ status }: { status: WithdrawalStatus }) {
  const { t } = useTranslation('cashier')
  const tone = status === 'cancelled' ? 'neutral' : RESULT_TONES[withdrawalResultOf(status)]
  return <Badge tone={tone}>{t(`withdraw.status.${status}`)}</Badge>
}
