import { useTranslation } from 'react-i18next'
import { useErrorText } from '#i18n/error-text.ts'
import type { ApiError } from '#lib/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  title?: string
  error: ApiError
  onRetry: () => void
}

/** In the place of a form, or of the content of a sheet, that could not be loaded. */
export function FailedNotice({ title, error, onRetry }: Props) {
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="bad">
        {title !== undefined && <p>{title}</p>}
        <p>{errorText(error)}</p>
      </Notice>
      <Button variant="secondary" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}
