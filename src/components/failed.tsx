import { CloudOff, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#i18n/error-text.ts'
import type { ApiError } from '#api/api-error.ts'
import { ErrorDetails } from '#components/error-details.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface Props {
  /** What could not be loaded. Without it, the reason is the title. */
  title?: string | undefined
  /** The reason; null if none is known. */
  error?: ApiError | null
  onRetry?: () => unknown
  icon?: LucideIcon | undefined
}

/** In the place of a page or a list that could not be loaded. */
export function Failed({ title, error = null, onRetry, icon = CloudOff }: Props) {
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  const reason = error === null ? undefined : errorText(error)
  return (
    <div role="alert">
      <EmptyState
        icon={icon}
        title={title ?? reason ?? ''}
        hint={title === undefined ? undefined : reason}
        action={
          <>
            {onRetry && <Button onClick={() => void onRetry()}>{t('retry')}</Button>}
            <ErrorDetails error={error} />
          </>
        }
      />
    </div>
  )
}
