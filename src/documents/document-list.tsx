import { Failed } from '#components/failed.tsx'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Row } from '#data/paged-list.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PagedListView } from '#ui/paged-list.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

type View<T extends Row> = ComponentProps<typeof PagedListView<T>>

interface Props<T extends Row> extends Pick<View<T>, 'above' | 'rowPx' | 'table' | 'children'> {
  list: PagedList<T>
  /** Shown instead of rows when there are none. */
  empty: { icon: LucideIcon; title: string; hint?: string | undefined }
  /** The class that sets a row's height, for the skeleton rows. */
  rowClass?: string
}

/** A paged list of documents, records or messages, with its loading, empty and error states. */
export function DocumentList<T extends Row>(props: Props<T>) {
  const { list, empty, rowClass = 'h-18', ...view } = props
  return (
    <PagedListView
      {...view}
      list={list}
      skeleton={<SkeletonRows className={rowClass} />}
      failed={<Failed error={list.error} onRetry={list.retry} />}
      empty={<EmptyState {...empty} />}
    />
  )
}
