import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'

/** One column: its heading and the classes of all its cells. */
export interface TableColumn {
  id: string
  text: string
  className?: string
}

interface HeadProps {
  columns: readonly TableColumn[]
  /** The class that lays out the cells of every row. */
  layout: string
}

const ROW = 'grid items-center gap-x-3 px-4'

/** The headings of a table whose rows are mounted while they are visible. */
export function TableHead({ columns, layout }: HeadProps) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={join(ROW, layout, 'min-h-8 text-xs text-ink-3')}>
        {columns.map(({ id, text, className }) => (
          <span key={id} role="columnheader" className={join('min-w-0 leading-4', className)}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

interface RowProps extends HeadProps {
  /** Its place below the headings, from 0. Screen readers cannot count rows that are not mounted. */
  at: number
  /** By column. */
  cells: Readonly<Record<string, ReactNode>>
  /** The name of the button that covers the row. */
  label: string
  onOpen: () => void
  expanded?: boolean
}

/** A row, of which a click anywhere opens what it stands for. */
export function TableRow(props: RowProps) {
  const { at: place, columns, layout, cells, label, onOpen, expanded } = props
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={join(
        ROW,
        layout,
        'relative min-h-touch border-t border-line/60 bg-surface text-sm hover:bg-sunken has-active:bg-sunken',
      )}
    >
      {columns.map(({ id, className }, at) => (
        <span key={id} role="cell" className={join('figures min-w-0 truncate', className)}>
          {at === 0 && (
            <button
              type="button"
              aria-label={label}
              aria-expanded={expanded}
              onClick={onOpen}
              className="absolute inset-0 -outline-offset-2"
            />
          )}
          {cells[id]}
        </span>
      ))}
    </div>
  )
}
