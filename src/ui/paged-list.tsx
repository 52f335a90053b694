import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { Button } from '#ui/button.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'

/** What the view remembers of a list between two visits. */
export interface ListMemory {
  sizes?: CacheSnapshot
}

/** A list as far as it is read. */
export interface ShownList<T> {
  rows: readonly T[]
  status: 'loading' | 'failed' | 'empty' | 'filled'
  /** What stands below the last row. */
  tail: 'more' | 'loading' | 'failed' | 'end'
  refreshing: boolean
  memory: ListMemory
  loadMore: () => void
  retry: () => void
  refresh: () => void
}

/** Common words (i18n/list-texts.ts). */
export interface ListTexts {
  loading: string
  retry: string
  noMore: string
  pull: string
  release: string
  refreshing: string
}

interface Props<T> {
  list: ShownList<T>
  texts: ListTexts
  /** Over the rows: scrolls with them, and pulling it down reads anew too. */
  above?: ReactNode
  /**
   * How high a row is, where so much stands above that all rows may be out of sight: some are mounted then too, for a
   * list must not be without any.
   */
  rowPx?: number
  /** In the place of rows. */
  skeleton: ReactNode
  failed: ReactNode
  empty: ReactNode
  children: (row: T) => ReactNode
}

/** Rows below the last visible one when the next page is asked for. */
const AHEAD_ROWS = 10
/** A few frames. */
const MEASURED_WITHIN_MS = 100
/** How far below the window rows are mounted where `rowPx` is given. */
const BELOW_PX = 1_600

/** Rows page by page as they are scrolled to, only the visible ones mounted; pulling down reads anew. */
export function PagedListView<T extends { id: string }>(props: Props<T>) {
  const { list, texts } = props
  const body = { loading: props.skeleton, failed: props.failed, empty: props.empty }
  return (
    <PullToRefresh onRefresh={list.refresh} refreshing={list.refreshing} texts={texts}>
      {props.above}
      {list.status === 'filled' ? <Rows {...props} /> : body[list.status]}
    </PullToRefresh>
  )
}

function Rows<T extends { id: string }>({ list, texts, rowPx, children }: Props<T>) {
  const { rows, memory } = list
  const view = useRef<WindowVirtualizerHandle>(null)
  const placed = usePlaced()
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
      <div role="list">
        <WindowVirtualizer
          ref={view}
          data={rows}
          {...(memory.sizes !== undefined && { cache: memory.sizes })}
          {...(rowPx !== undefined && { itemSize: rowPx, bufferSize: BELOW_PX })}
          onScroll={look}
        >
          {(row) => (
            <div role="listitem" key={row.id}>
              {children(row)}
            </div>
          )}
        </WindowVirtualizer>
      </div>
      {placed && <Tail list={list} texts={texts} />}
    </>
  )
}

/** True once the rows were measured: what stands below them must not be seen moving there. */
function usePlaced(): boolean {
  const [placed, setPlaced] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPlaced(true), MEASURED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [])
  return placed
}

function Tail<T>({ list, texts }: Pick<Props<T>, 'list' | 'texts'>) {
  return (
    <div className="py-4 text-center text-sm text-ink-3">
      {list.tail === 'loading' && texts.loading}
      {list.tail === 'end' && texts.noMore}
      {list.tail === 'failed' && (
        <Button variant="quiet" onClick={list.retry}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}
