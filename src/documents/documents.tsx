import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PagedList } from '#data/use-paged-list.ts'
import type { Document, DocumentKind } from '#documents/document-kind.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { DocumentTable } from '#documents/document-table.tsx'
import { DocumentBadge, DocumentSheet } from '#documents/document-sheet.tsx'
import { newestOf } from '#documents/read-page.ts'
import { byNumber, useOpened } from '#documents/use-opened.ts'
import { useFormat } from '#i18n/use-format.ts'
import { usePanes } from '#lib/use-panes.ts'
import { DocumentRow } from '#ui/document-row.tsx'
import { type TableColumn, TableRow } from '#ui/table.tsx'

interface TableTexts {
  label: string
  what: string
}

interface Props<T, StepId extends string> {
  kind: DocumentKind<T, StepId>
  list: PagedList<T>
  /** A list has a filter: its name, and the rows that it accepts. */
  filter?: { name: string; accepts: (row: T) => boolean }
  /** Shown instead of rows when there are none. */
  empty: { title: string; hint?: string | undefined }
  above?: ReactNode
  /** On a large screen they are a table: its name, and what is the title of a row. */
  table?: TableTexts
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
  const { kind, list, filter, empty, above, table, linked, onFound } = props
  const { shown, open, show, close } = useOpened(byNumber(linked), kind.read, onFound)
  const isTable = usePanes() === 3
  const name = filter?.name
  const view = {
    kind,
    list: filter === undefined ? list : onlyThose(list, filter.accepts),
    above,
    empty: { icon: kind.icon, ...empty },
    onOpen: show,
  }
  return (
    <>
      {isTable && table !== undefined ? (
        <Table key={name} {...view} texts={table} />
      ) : (
        <List key={name} {...view} />
      )}
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

interface RowsProps<T, StepId extends string> {
  kind: DocumentKind<T, StepId>
  list: PagedList<T>
  above: ReactNode
  empty: { icon: LucideIcon; title: string; hint?: string | undefined }
  onOpen: (row: T) => void
}

/** Each with its title above its time. */
function List<T extends Document, StepId extends string>(props: RowsProps<T, StepId>) {
  const { kind, onOpen, ...view } = props
  const format = useFormat()
  return (
    <DocumentList {...view}>
      {(row) => (
        <DocumentRow
          title={kind.titleOf(row)}
          time={format.dateTime(row.createdAt)}
          amount={format.money(row.amount)}
          badge={<DocumentBadge kind={kind} row={row} />}
          onOpen={() => onOpen(row)}
        />
      )}
    </DocumentList>
  )
}

const LAYOUT = 'documents-table'
const FIRST = { by: 'at', down: true } as const

function Table<T extends Document, StepId extends string>(
  props: RowsProps<T, StepId> & { texts: TableTexts },
) {
  const { kind, onOpen, texts, ...view } = props
  const { label, what } = texts
  const { t } = useTranslation(['records', 'cashier'])
  const format = useFormat()
  const end = 'text-end'
  const columns: readonly TableColumn[] = [
    { id: 'what', text: what, sorts: true },
    { id: 'amount', text: t('cashier:withdraw.amount'), className: end, sorts: true },
    { id: 'status', text: t('records:column.status'), sorts: true },
    { id: 'at', text: t('records:column.time'), className: end, sorts: true },
  ]
  const keys = {
    what: kind.titleOf,
    amount: ({ amount }: T) => amount,
    status: (row: T) => kind.badgeOf(row).text,
    at: ({ createdAt }: T) => createdAt,
  }
  return (
    <DocumentTable
      {...view}
      table={{ id: label, label, columns, layout: LAYOUT, keys, first: FIRST }}
    >
      {(row, at) => (
        <TableRow
          at={at}
          columns={columns}
          layout={LAYOUT}
          dense
          label={`${kind.titleOf(row)}, ${format.dateTime(row.createdAt)}`}
          onOpen={() => onOpen(row)}
          cells={{
            what: <span className="font-semibold">{kind.titleOf(row)}</span>,
            amount: format.money(row.amount),
            status: <DocumentBadge kind={kind} row={row} />,
            at: format.dateTime(row.createdAt),
          }}
        />
      )}
    </DocumentTable>
  )
}
