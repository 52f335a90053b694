import type { ReactNode } from 'react'
import type { PagedList } from '#data/use-paged-list.ts'
import type { Document, DocumentKind } from '#documents/document-kind.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { DocumentBadge, DocumentSheet } from '#documents/document-sheet.tsx'
import { newestOf } from '#documents/read-page.ts'
import { byNumber, useOpened } from '#documents/use-opened.ts'
import { useFormat } from '#i18n/use-format.ts'
import { DocumentRow } from '#ui/document-row.tsx'

interface Props<T, StepId extends string> {
  kind: DocumentKind<T, StepId>
  list: PagedList<T>
  /** A list has a filter: its name, and the rows that it accepts. */
  filter?: { name: string; accepts: (row: T) => boolean }
  /** Shown instead of rows when there are none. */
  empty: { title: string; hint?: string | undefined }
  above?: ReactNode
  /** The number of the document to open at once; null for none. */
  linked: string | null
  onFound?: (row: T) => void
}

/** A row whose status changed is removed from a list that it no longer belongs to. */
function onlyThose<T>(list: PagedList<T>, belongs: (row: T) => boolean): PagedList<T> {
  const rows = list.rows.filter(belongs)
  if (rows.length > 0 || list.status !== 'filled') return { ...list, rows }
  return { ...list, rows, status: list.tail === 'loading' ? 'loading' : 'empty' }
}

/** The user's documents of one kind, updated live, and the sheet of the one that is open. */
export function Documents<T extends Document, StepId extends string>(props: Props<T, StepId>) {
  const { kind, list, filter, empty, above, linked, onFound } = props
  const format = useFormat()
  const { shown, open, show, close } = useOpened(byNumber(linked), kind.read, onFound)
  return (
    <>
      <DocumentList
        key={filter?.name}
        list={filter === undefined ? list : onlyThose(list, filter.accepts)}
        above={above}
        empty={{ icon: kind.icon, ...empty }}
      >
        {(row) => (
          <DocumentRow
            title={kind.titleOf(row)}
            time={format.dateTime(row.createdAt)}
            amount={format.money(row.amount)}
            badge={<DocumentBadge kind={kind} row={row} />}
            onOpen={() => show(row)}
          />
        )}
      </DocumentList>
      {shown !== null && (
        <DocumentSheet
          kind={kind}
          row={newestOf(shown, list.rows, kind.stageOf)}
          open={open}
          onClose={close}
        />
      )}
    </>
  )
}
