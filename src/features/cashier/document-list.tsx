import { CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#i18n/error-text.ts'
import { useListTexts } from '#i18n/list-texts.ts'
import type { PagedList } from '#lib/use-paged-list.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PagedListView } from '#ui/paged-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props<T> {
  list: PagedList<T>
  icon: LucideIcon
  /** Why nothing could be read, and why there is nothing to read. */
  texts: { failed: string; empty: string; emptyHint: string }
  children: (row: T) => ReactNode
}

/** Deposits or withdrawals, with what stands in their place while there are none. */
export function DocumentList<T extends { id: string }>({ list, icon, texts, children }: Props<T>) {
  const { t } = useTranslation('common')
  const { errorText } = useErrorText()
  return (
    <PagedListView
      list={list}
      texts={useListTexts()}
      skeleton={<RowsSkeleton />}
      failed={
        <div role="alert">
          <EmptyState
            icon={CloudOff}
            title={texts.failed}
            hint={list.error === null ? undefined : errorText(list.error)}
            action={<Button onClick={list.retry}>{t('retry')}</Button>}
          />
        </div>
      }
      empty={<EmptyState icon={icon} title={texts.empty} hint={texts.emptyHint} />}
    >
      {children}
    </PagedListView>
  )
}

function RowsSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-px">
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} className="h-18 rounded-none" />
      ))}
    </div>
  )
}
