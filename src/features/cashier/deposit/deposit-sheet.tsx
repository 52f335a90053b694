import { Loaded } from '#components/loaded.tsx'
import { useTranslation } from 'react-i18next'
import type { DepositTerms } from '#contract/cashier.ts'
import { DepositFormView } from '#features/cashier/deposit/deposit-form-view.tsx'
import { useOwnPauseText } from '#components/pause-reason.tsx'
import type { Fetched } from '#data/use-fetched.ts'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  open: boolean
  onClose: () => void
  terms: Fetched<DepositTerms>
  onRetry: () => void
  /** Practice mode: the user must not send real money. */
  practice: boolean
  onDone: () => void
}

/** The sheet for a new deposit. */
export function DepositSheet({ open, onClose, ...rest }: Props) {
  const { t } = useTranslation(['cashier', 'common'])
  const pause = useOwnPauseText()
  return (
    <Sheet open={open} onClose={onClose} title={t('cashier:deposit.title')}>
      {pause !== null && <Notice tone="info">{pause}</Notice>}
      {pause === null && <DepositTermsView {...rest} />}
    </Sheet>
  )
}

function DepositTermsView({
  terms,
  onRetry,
  practice,
  onDone,
}: Pick<Props, 'terms' | 'onRetry' | 'practice' | 'onDone'>) {
  const { t } = useTranslation(['cashier', 'common'])
  return (
    <Loaded
      compact
      title={t('cashier:deposit.termsFailed')}
      data={terms}
      onRetry={onRetry}
      loading={<Skeleton className="h-96" />}
    >
      {(value) => <DepositFormView terms={value} practice={practice} onDone={onDone} />}
    </Loaded>
  )
}
