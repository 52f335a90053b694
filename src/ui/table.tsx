import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { join } from '#ui/join.ts'
import type { Sorted } from '#ui/sorted.ts'

/** One column: its heading and the classes of all its cells. */
export interface TableColumn {
  id: string
  text: string
  className?: string
  /** The rows can be sorted by it. */
  sorts?: boolean
}

/** How the rows are sorted now, and what a click on a heading does. */
interface Sorting {
  sorted: Sorted
  onSort: (by: string) => void
}

/** Of headings that stay in the window, below a row of tabs. */
export const headBelowTabs =
  'sticky top-[calc(var(--spacing-header)+var(--spacing-touch)+env(safe-area-inset-top))] z-1 bg-page'

interface HeadProps {
  columns: readonly TableColumn[]
  /** The class that lays out the cells of every row. */
  layout: string
  /** Rows of 28 px where a mouse is the pointer. */
  dense?: boolean
}

const ROW = 'grid items-center gap-x-3 px-4'
const DENSE = 'grid items-center gap-x-2 px-3'

/** The headings of a table whose rows are mounted while they are visible. */
export function TableHead(props: HeadProps & { sorting?: Sorting; className?: string }) {
  const { columns, layout, dense = false, sorting, className = 'sticky top-0 z-1 bg-page' } = props
  return (
    <div role="rowgroup" className={className}>
      <div
        role="row"
        aria-rowindex={1}
        data-dense={dense || undefined}
        className={join(dense ? DENSE : ROW, layout, 'min-h-8 text-xs text-ink-3')}
      >
        {columns.map((column) => (
          <Heading key={column.id} column={column} dense={dense} sorting={sorting} />
        ))}
      </div>
    </div>
  )
}

const DIRECTIONS = { true: 'descending', false: 'ascending' } as const

interface HeadingProps {
  column: TableColumn
  dense: boolean
  sorting: Sorting | undefined
}

function Heading({ column, dense, sorting }: HeadingProps) {
  const { id, text, className, sorts } = column
  const look = join('min-w-0 leading-4', dense && 'truncate', className)
  if (sorts !== true || sorting === undefined)
    return (
      <span role="columnheader" className={look}>
        {text}
      </span>
    )
  const isBy = sorting.sorted.by === id
  const Arrow = sorting.sorted.down ? ArrowDown : ArrowUp
  return (
    <span
      role="columnheader"
      aria-sort={isBy ? DIRECTIONS[`${sorting.sorted.down}`] : 'none'}
      className={look}
    >
      <button
        type="button"
        onClick={() => sorting.onSort(id)}
        className={join(
          'inline-flex min-h-[inherit] max-w-full items-center gap-0.5 align-middle -outline-offset-2 hover:text-ink',
          isBy && 'font-semibold text-ink-2',
        )}
      >
        <span className={dense ? 'truncate' : undefined}>{text}</span>
        {isBy && <Arrow aria-hidden size={12} className="shrink-0" />}
      </button>
    </span>
  )
}

interface RowProps extends HeadProps {
  /** Its place below the headings, from 0. Screen readers cannot count rows that are not mounted. */
  at: number
  /** By column. */
  cells: Readonly<Record<string, ReactNode>>
  /** The name of the button that covers the row, if something opens. */
  label?: string
  onOpen?: () => void
  expanded?: boolean
  /** The row stands out, because what it is about is pointed at elsewhere. */
  lit?: boolean
  /** The pointer or the focus comes to the row (true) or leaves it. */
  onLight?: (on: boolean) => void
}

/** A row. A click anywhere opens what it stands for. */
export function TableRow(props: RowProps) {
  const { at: place, columns, layout, cells, label, onOpen, expanded } = props
  const { dense = false, lit = false, onLight } = props
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      data-dense={dense || undefined}
      data-lit={lit || undefined}
      onPointerEnter={onLight && (() => onLight(true))}
      onPointerLeave={onLight && (() => onLight(false))}
      onFocus={onLight && (() => onLight(true))}
      onBlur={onLight && (() => onLight(false))}
      className={join(
        dense ? DENSE : ROW,
        layout,
        'relative min-h-touch border-t border-line/60 text-sm hover:bg-sunken has-active:bg-sunken',
        lit ? 'bg-sunken' : 'bg-surface',
      )}
    >
      {columns.map(({ id, className }, at) => (
        <span key={id} role="cell" className={join('figures min-w-0 truncate', className)}>
          {at === 0 && onOpen !== undefined && (
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
