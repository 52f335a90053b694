import { useAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { type ComponentProps, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#data/paged-list.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import { DocumentList } from '#documents/document-list.tsx'
import css from '#documents/tables.css?inline'
import { useFormat } from '#i18n/use-format.ts'
import { applyStyles } from '#ui/adapt.ts'
import { nextSorted, type Sorted, type SortKey, sortRows } from '#ui/sorted.ts'
import { headBelowTabs, type TableColumn, TableHead } from '#ui/table.tsx'

applyStyles(css)

/** A list on a large screen: a table whose rows sort by a column. */
interface SortedTable<T> {
  /** Identifies the table, whose order is kept until the app is closed. */
  id: string
  label: string
  columns: readonly TableColumn[]
  /** The class that lays out the cells of every row. */
  layout: string
  /** What each column that sorts has in a row. */
  keys: Readonly<Record<string, (row: T) => SortKey | null>>
  /** The order in which the server has the rows. */
  first: Sorted
}

interface Props<T extends Row>
  extends Pick<ComponentProps<typeof DocumentList<T>>, 'above' | 'empty' | 'children'> {
  list: PagedList<T>
  table: SortedTable<T>
}

const sortedAtom = atom<Readonly<Record<string, Sorted>>>({})

/** What is sorted must have been read. Of longer lists, what is sorted is their newest part, which is said. */
const READ_AT_MOST = 300

/** A paged list as a table. Sorting reads the whole list first, or its newest part. */
export function DocumentTable<T extends Row>(props: Props<T>) {
  const { list, table, ...view } = props
  const { id, label, columns, layout, keys, first } = table
  const [chosen, choose] = useAtom(sortedAtom)
  const sorted = chosen[id] ?? first
  const asRead = sorted.by === first.by && sorted.down === first.down
  const rows = useMemo(
    () => (asRead ? list.rows : sortRows(list.rows, sorted, keys)),
    [asRead, list.rows, sorted, keys],
  )
  useReadAhead(list, !asRead)
  const head = (
    <TableHead
      columns={columns}
      layout={layout}
      sorting={{ sorted, onSort: (by) => choose({ ...chosen, [id]: nextSorted(sorted, by) }) }}
      dense
      className={headBelowTabs}
    />
  )
  return (
    <div className="@container">
      <DocumentList {...view} list={{ ...list, rows }} rowClass="h-7" table={{ label, head }} />
      {!asRead && list.tail !== 'end' && list.status === 'filled' && (
        <SortedPart rows={rows.length} />
      )}
    </div>
  )
}

function useReadAhead<T>({ rows, tail, loadMore }: PagedList<T>, wanted: boolean): void {
  const read = useEffectEvent(loadMore)
  const isDue = wanted && tail === 'more' && rows.length < READ_AT_MOST
  useEffect(() => {
    if (isDue) read()
  }, [isDue])
}

/** At the lower edge of the window, so that no row moves when it appears. */
function SortedPart({ rows }: { rows: number }) {
  const { t } = useTranslation('records')
  const format = useFormat()
  return (
    <p role="status" className="sticky bottom-0 z-1 bg-page px-3 py-1.5 text-xs text-ink-2">
      {t('sortedPart', { number: format.number(rows) })}
    </p>
  )
}
