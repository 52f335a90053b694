import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Answer } from '#lib/api-error.ts'
import { DocumentList } from '#documents/document-list.tsx'
import { useExportTexts } from '#i18n/export-texts.ts'
import type { Page, Row } from '#data/paged-list.ts'
import { useExport } from '#data/use-export.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { ExportButton, ExportLine } from '#ui/export-bar.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'

interface Props<T> {
  list: PagedList<T>
  icon: LucideIcon
  /** What the rows are, and why there are none. */
  texts: { hint: string; empty: string; emptyHint: string }
  file: {
    name: string
    columns: readonly CsvColumn<T>[]
    read: (before: string | null) => Promise<Answer<Page<T>>>
  }
  above?: ReactNode
  /** See ui/paged-list.tsx. */
  rowPx?: number
  children: (row: T) => ReactNode
}

/** A paged list of one kind of fund record, with an explanation, a refresh button and an export. */
export function FundList<T extends Row>(props: Props<T>) {
  const { list, icon, texts, file, above, rowPx, children } = props
  const words = useExportTexts(useExport(file))
  return (
    <DocumentList
      list={list}
      {...(rowPx !== undefined && { rowPx })}
      above={
        <>
          {above}
          <div className="flex items-center px-4 py-1">
            <p className="min-w-0 flex-1 text-xs text-ink-2">{texts.hint}</p>
            <ExportButton {...words.button} />
            <RefreshButton refreshing={list.refreshing} onRefresh={list.refresh} />
          </div>
          <ExportLine {...words.line} />
        </>
      }
      empty={{ icon, title: texts.empty, hint: texts.emptyHint }}
    >
      {children}
    </DocumentList>
  )
}
