import { Refusal } from '#components/refusal.tsx'
import { Failed } from '#components/failed.tsx'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pages } from '#desk/use-pages.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The filters, and an error while older rows are still shown. */
export function ListTop({ pages, children }: { pages: Pages<unknown>; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 pb-3">
      <div className="flex flex-wrap items-center gap-2">{children}</div>
      <Refusal error={pages.status === 'ready' ? pages.error : null} />
    </div>
  )
}

/** The end of a list: loading, failed, empty, or a button to load more. */
export function ListEnd({ pages }: { pages: Pages<unknown> }) {
  const { t } = useTranslation('desk')
  if (pages.status === 'loading') {
    return (
      <div className="flex flex-col gap-1.5" aria-busy="true">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  }
  if (pages.status === 'failed') {
    return <Failed title={t('failed')} error={pages.error} onRetry={pages.reload} />
  }
  if (pages.items.length === 0) return <EmptyState icon={Inbox} title={t('none')} />
  return (
    <p className="flex justify-center py-3 text-sm text-ink-3">
      {pages.more === null ? (
        t('noMore')
      ) : (
        <Button variant="secondary" onClick={pages.more}>
          {t('more')}
        </Button>
      )}
    </p>
  )
}
