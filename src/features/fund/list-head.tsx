import type { Page } from '#data/paged-list.ts'
import { useExport } from '#data/use-export.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import { useExportTexts } from '#i18n/export-texts.ts'
import type { Answer } from '#api/api-error.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { ExportButton, ExportLine } from '#ui/export-bar.tsx'
import { WithHelp } from '#ui/help.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'

interface Props<T> {
  list: Pick<PagedList<T>, 'refreshing' | 'refresh'>
  title: string
  /** What the rows are, behind the "?". */
  hint: string
  file: {
    name: string
    columns: readonly CsvColumn<T>[]
    read: (before: string | null) => Promise<Answer<Page<T>>>
  }
}

/** Above a list of fund records: a title with an explanation, a refresh button and an export. */
export function ListHead<T>({ list, title, hint, file }: Props<T>) {
  const texts = useExportTexts(useExport(file))
  return (
    <>
      <div className="flex items-center px-4 py-1">
        <div className="min-w-0 flex-1 text-xs text-ink-2">
          <WithHelp help={<p>{hint}</p>}>
            <p>{title}</p>
          </WithHelp>
        </div>
        <ExportButton {...texts.button} />
        <RefreshButton refreshing={list.refreshing} onRefresh={list.refresh} />
      </div>
      <ExportLine {...texts.line} />
    </>
  )
}
