import { useAtomValue } from 'jotai'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Withdrawal } from '#contract/cashier.ts'
import { DocumentProgress } from '#documents/document-sheet.tsx'
import { newestOf } from '#documents/read-page.ts'
import { useWithdrawalKind } from '#features/cashier/withdraw/withdrawal-kind.ts'
import { PATHS } from '#lib/paths.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'
import { topicAtom } from '#streams'
import { Button, buttonLook } from '#ui/button.tsx'

interface Props {
  withdrawal: Withdrawal
  onAnother: () => void
}

/** Shown once a withdrawal is requested: what was requested, and its progress as it happens. */
export function Requested({ withdrawal, onAnother }: Props) {
  const { t } = useTranslation('cashier')
  const kind = useWithdrawalKind()
  const live = useAtomValue(topicAtom('withdrawals'))
  const current = newestOf(withdrawal, 'value' in live ? live.value : [], kind.stageOf)
  const result = withdrawalResultOf(current.status)
  const Icon = result === 'failed' ? CircleX : CircleCheck
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col items-center gap-2 pt-4 text-center">
        <Icon
          aria-hidden
          size={44}
          strokeWidth={1.5}
          className={result === 'failed' ? 'text-danger' : 'text-brand'}
        />
        <h2 className="text-lg font-semibold">
          {result === 'under_review'
            ? t('withdraw.acceptedTitle')
            : t(`withdraw.status.${current.status}`)}
        </h2>
        {result === 'under_review' && (
          <p className="text-sm text-ink-2">{t('withdraw.accepted')}</p>
        )}
      </div>
      <section className="flex flex-col gap-4 rounded-card border border-line/60 bg-surface p-4">
        <DocumentProgress kind={kind} row={current} rows={kind.requestRows(current)} />
      </section>
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
