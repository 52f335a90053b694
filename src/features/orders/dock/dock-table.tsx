import type { ReactNode, RefObject } from 'react'
import { Failed } from '#components/failed.tsx'
import type { PagedList } from '#data/use-paged-list.ts'
import dockCss from '#features/orders/dock/dock.css?inline'
import { type DockTab, useDockSorting } from '#features/orders/dock/dock-state.ts'
import { applyStyles } from '#ui/adapt.ts'
import { join } from '#ui/join.ts'
import { PaneRows } from '#ui/pane-rows.tsx'
import { type SortKey, sortRows } from '#ui/sorted.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type TableColumn, TableHead } from '#ui/table.tsx'

applyStyles(dockCss)

interface Props<T> {
  tab: DockTab
  label: string
  columns: readonly TableColumn[]
  layout: string
  rows: readonly T[]
  /** What each column that sorts has in a row. */
  keys: Readonly<Record<string, (row: T) => SortKey | null>>
  /** What scrolls the table. Only rows within it are mounted and subscribe to prices. */
  scroller: RefObject<HTMLElement | null>
  /** Of its headings, where something else is above them in the window. */
  headClassName?: string | undefined
  /** Draws a row at its place, from 0. */
  children: (row: T, at: number) => ReactNode
}

/** The height of a row for a finger, with its line. A mouse has lower ones, which are measured as they are shown. */
const ROW_PX = 45

/** One table of the dock: headings that sort, and low rows. */
export function DockTable<T>(props: Props<T>) {
  const { tab, label, columns, layout, rows, keys, scroller, headClassName, children } = props
  const sorting = useDockSorting(tab)
  return (
    <div role="table" aria-label={label} aria-rowcount={rows.length + 1}>
      <TableHead
        columns={columns}
        layout={layout}
        sorting={sorting}
        dense
        {...(headClassName !== undefined && { className: headClassName })}
      />
      <div role="rowgroup">
        <PaneRows pane={scroller} itemSize={ROW_PX} bufferSize={ROW_PX}>
          {sortRows(rows, sorting.sorted, keys).map(children)}
        </PaneRows>
      </div>
    </div>
  )
}

type PagedProps<T> = Omit<Props<T>, 'rows'> & {
  list: PagedList<T>
  /** What is said in place of rows when there is none. */
  empty: string
}

/** The newest page of a list as a table, or what there is to say before it is there. */
export function PagedTable<T>({ list, empty, ...table }: PagedProps<T>) {
  if (list.status === 'loading') return <Skeleton className="m-3 h-20" />
  if (list.status === 'failed') return <Failed error={list.error} onRetry={list.retry} />
  if (list.status === 'empty') return <DockNote>{empty}</DockNote>
  return <DockTable {...table} rows={list.rows} />
}

/** The columns, those of `places` with the class that leaves them out of narrow panes. */
export const placed = (
  columns: readonly TableColumn[],
  places: Readonly<Record<string, string>>,
): readonly TableColumn[] =>
  columns.map((column) => {
    const place = places[column.id]
    return place === undefined ? column : { ...column, className: join(column.className, place) }
  })

/** A line in place of rows. */
export function DockNote({ children }: { children: ReactNode }) {
  return <p className="px-3 py-2 text-sm text-ink-3">{children}</p>
}
