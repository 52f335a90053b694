import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/api-error.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Shown instead of a form whose terms could not be loaded. */
export function TermsFailed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useTranslation(['fund', 'common'])
  const { errorText } = useErrorText()
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="bad">
        <p>{t('fund:transfer.termsFailed')}</p>
        <p>{errorText(error)}</p>
      </Notice>
      <Button variant="secondary" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </div>
  )
}
