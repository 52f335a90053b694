import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Withdrawal } from '#contract/cashier.ts'
import { WithdrawalProgress } from '#features/cashier/withdraw/withdrawal-progress.tsx'
import { PATHS } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'

interface Props {
  withdrawal: Withdrawal
  onAnother: () => void
}

/** Shown once a withdrawal is requested: what was requested, and its progress as it happens. */
export function Requested({ withdrawal, onAnother }: Props) {
  const { t } = useTranslation('cashier')
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col items-center gap-2 pt-4 text-center">
        <CircleCheck aria-hidden size={44} strokeWidth={1.5} className="text-brand" />
        <h2 className="text-lg font-semibold">{t('withdraw.acceptedTitle')}</h2>
        <p className="text-sm text-ink-2">{t('withdraw.accepted')}</p>
      </div>
      <WithdrawalProgress withdrawal={withdrawal} />
      <div className="flex flex-col gap-2">
        <Link to={PATHS.withdrawals} className={buttonLook({ block: true })}>
          {t('withdraw.toList')}
        </Link>
        <Button variant="secondary" block onClick={onAnother}>
          {t('withdraw.another')}
        </Button>
      </div>
    </div>
  )
}
