import { Failed } from '#components/failed.tsx'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '#lib/api-error.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  icon: LucideIcon
  fetched: { status: 'loading' } | { status: 'failed'; error: ApiError }
  onRetry: () => void
}

/** Shown instead of a list that is loading or could not be read. */
export function ListState({ icon, fetched, onRetry }: Props) {
  const { t } = useTranslation('common')
  if (fetched.status === 'loading') {
    return (
      <div role="status" aria-label={t('loading')} className="flex flex-col gap-2 py-2">
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-28 rounded-card" />
      </div>
    )
  }
  return <Failed icon={icon} error={fetched.error} onRetry={onRetry} />
}
