import { useTranslation } from 'react-i18next'
import { type LedgerRecord, transferKind } from '#contract/records.ts'
import { useRecordColumns } from '#features/records/record-columns.ts'
import { asKind, entriesOf, readRecords, type RecordFilter } from '#features/records/record-list.ts'
import { useExportTexts } from '#i18n/export-texts.ts'
import { useListTexts } from '#i18n/list-texts.ts'
import { ALL_DAYS } from '#lib/day-range.ts'
import { useExport } from '#data/use-export.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import { ExportButton, ExportLine } from '#ui/export-bar.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'

interface Props {
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
  list: PagedList<LedgerRecord>
}

const MOST_A_PAGE = 500

/** The filter of the ledger by kind and days, and its export. The file contains every entry that the filter accepts. */
export function RecordFilterBar({ filter, onFilter, list }: Props) {
  const { t } = useTranslation('records')
  const texts = useListTexts()
  const file = useExport({
    columns: useRecordColumns(),
    read: async (before) => entriesOf(await readRecords(filter, before, MOST_A_PAGE)),
    name: t('fileName'),
  })
  const words = useExportTexts(file)
  return (
    <>
      <FilterBar
        texts={texts}
        choices={[
          {
            id: 'kind',
            label: t('filter.kind'),
            value: filter.kind ?? '',
            options: transferKind.options.map((value) => ({ value, label: t(`kind.${value}`) })),
            onChoose: (kind) => onFilter({ ...filter, kind: asKind(kind) }),
          },
        ]}
        days={{
          from: filter.from,
          to: filter.to,
          onDays: (days) => onFilter({ ...filter, ...days }),
        }}
        onClear={() => onFilter({ ...ALL_DAYS, kind: null })}
      >
        <ExportButton {...words.button} />
        <RefreshButton
          label={texts.refresh}
          refreshing={list.refreshing}
          onRefresh={list.refresh}
        />
      </FilterBar>
      <ExportLine {...words.line} />
    </>
  )
}
