import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PATHS } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown once a withdrawal is requested. */
export function Requested({ onAnother }: { onAnother: () => void }) {
  const { t } = useTranslation('cashier')
  return (
    <EmptyState
      icon={CircleCheck}
      title={t('withdraw.acceptedTitle')}
      hint={t('withdraw.accepted')}
      action={
        <div role="status" className="flex w-full max-w-72 flex-col gap-2">
          <Link to={PATHS.withdrawals} className={buttonLook({ block: true })}>
            {t('withdraw.toList')}
          </Link>
          <Button variant="secondary" block onClick={onAnother}>
            {t('withdraw.another')}
          </Button>
        </div>
      }
    />
  )
}
