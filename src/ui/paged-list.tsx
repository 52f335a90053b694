import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { Button } from '#ui/button.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { useUiText } from '#ui/ui-text.ts'

/** What the view remembers of a list between two visits. */
export interface ListMemory {
  sizes?: CacheSnapshot
}

/** The part of a list that has been loaded. */
export interface ShownList<T> {
  rows: readonly T[]
  status: 'loading' | 'failed' | 'empty' | 'filled'
  /** What is shown below the last row. */
  tail: 'more' | 'loading' | 'failed' | 'end'
  refreshing: boolean
  /** Whether rows that could not be read were left out. */
  incomplete?: boolean
  memory: ListMemory
  loadMore: () => void
  retry: () => void
  refresh: () => void
}

interface Table {
  label: string
  head: ReactNode
}

interface Props<T> {
  list: ShownList<T>
  /** Above the rows: scrolls with them, and pulling it down refreshes the list too. */
  above?: ReactNode
  /**
   * The height of a row, for lists with so much above them that all rows may be outside the window. Some rows are
   * mounted even then, because a list must not be empty.
   */
  rowPx?: number
  /** Shown instead of rows while they load. */
  skeleton: ReactNode
  failed: ReactNode
  empty: ReactNode
  /** Rows of a table: its name and the row of its headings. The rows then have their own roles. */
  table?: Table
  /** Draws a row by its place, from 0. */
  children: (row: T, at: number) => ReactNode
}

/** The next page is requested when fewer rows than this are left below the last visible one. */
const AHEAD_ROWS = 10
/** A few frames. */
const MEASURED_WITHIN_MS = 100
/** How far below the window rows are mounted when `rowPx` is given. */
const BELOW_PX = 1_600

/** A paged list that loads more while scrolling and mounts only the visible rows. Pulling down refreshes it. */
export function PagedListView<T extends { id: string }>(props: Props<T>) {
  const { list } = props
  const body = { loading: props.skeleton, failed: props.failed, empty: props.empty }
  return (
    <PullToRefresh onRefresh={list.refresh} refreshing={list.refreshing}>
      {props.above}
      {list.status === 'filled' ? <Rows {...props} /> : body[list.status]}
    </PullToRefresh>
  )
}

function Rows<T extends { id: string }>({ list, rowPx, table, children }: Props<T>) {
  const { rows, memory } = list
  const view = useRef<WindowVirtualizerHandle>(null)
  const placed = usePlaced()
  // Unknown until the last page has been loaded (WAI-ARIA).
  const count = list.tail === 'end' ? rows.length : -1
  const look = (): void => {
    const { current } = view
    if (current === null) return
    const last = current.findItemIndex(current.scrollOffset + current.viewportSize)
    if (last + AHEAD_ROWS >= rows.length) list.loadMore()
  }
  const lookAgain = useEffectEvent(look)
  useEffect(() => {
    if (list.tail === 'more') lookAgain()
  }, [list.tail])
  useLayoutEffect(() => {
    const { current } = view
    return () => {
      if (current !== null) memory.sizes = current.cache
    }
  }, [memory])
  return (
    <>
      <Group table={table} count={count}>
        <WindowVirtualizer
          ref={view}
          data={rows}
          {...(memory.sizes !== undefined && { cache: memory.sizes })}
          {...(rowPx !== undefined && { itemSize: rowPx, bufferSize: BELOW_PX })}
          onScroll={look}
        >
          {(row, at) => (
            <div
              {...(table === undefined && {
                role: 'listitem',
                'aria-posinset': at + 1,
                'aria-setsize': count,
              })}
              key={row.id}
              className="tap-while-scrolling"
            >
              {children(row, at)}
            </div>
          )}
        </WindowVirtualizer>
      </Group>
      {placed && <Tail list={list} />}
    </>
  )
}

function Group(props: { table: Table | undefined; count: number; children: ReactNode }) {
  const { table, count, children } = props
  if (table === undefined) return <div role="list">{children}</div>
  return (
    <div role="table" aria-label={table.label} aria-rowcount={count < 0 ? count : count + 1}>
      {table.head}
      <div role="rowgroup">{children}</div>
    </div>
  )
}

/** True once the rows were measured. Before that, the content below them would visibly move. */
function usePlaced(): boolean {
  const [placed, setPlaced] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPlaced(true), MEASURED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [])
  return placed
}

function Tail<T>({ list }: Pick<Props<T>, 'list'>) {
  const text = useUiText()
  return (
    <div className="py-4 text-center text-sm text-ink-3">
      {list.incomplete === true && <p role="status">{text('list.incomplete')}</p>}
      {list.tail === 'loading' && <span>{text('loading')}</span>}
      {list.tail === 'end' && <span>{text('noMore')}</span>}
      {list.tail === 'failed' && (
        <Button variant="quiet" onClick={list.retry}>
          {text('retry')}
        </Button>
      )}
    </div>
  )
}
