import type { ReactNode, RefObject } from 'react'
import dockCss from '#features/orders/dock/dock.css?inline'
import { type DockTab, useDockSorting } from '#features/orders/dock/dock-state.ts'
import { applyStyles } from '#ui/adapt.ts'
import { join } from '#ui/join.ts'
import { PaneRows } from '#ui/pane-rows.tsx'
import { type SortKey, sortRows } from '#ui/sorted.ts'
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
