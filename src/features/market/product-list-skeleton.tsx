import { useTranslation } from 'react-i18next'
import { Skeleton } from '#ui/skeleton.tsx'

const ROWS = Array.from({ length: 11 }, (_, at) => at)

export function ProductListSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')}>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-13.75 items-center gap-3 border-b border-line/60 bg-surface px-3 dense:h-9"
        >
          <Skeleton className="size-5" />
          <Skeleton className="h-5 w-28" />
          <Skeleton className="ms-auto h-5 w-20" />
          <Skeleton className="h-6 w-16" />
        </div>
      ))}
    </div>
  )
}
