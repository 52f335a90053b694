import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type LedgerRecord, transferKind } from '#contract/records.ts'
import { money, signedMoney } from '#contract/scalars.ts'
import { csvTime } from '#data/collect-csv.ts'
import { asKind, entriesOf, readRecords, type RecordFilter } from '#features/records/record-list.ts'
import { useRecordText } from '#features/records/record-text.ts'
import { useExportTexts } from '#i18n/export-texts.ts'
import { ALL_DAYS } from '#data/day-range.ts'
import { useExport } from '#data/use-export.ts'
import type { PagedList } from '#data/use-paged-list.ts'
import type { CsvColumn } from '#rules/csv.ts'
import { ExportButton, ExportLine } from '#ui/export-bar.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { RefreshButton } from '#ui/pull-to-refresh.tsx'

interface Props {
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
  list: PagedList<LedgerRecord>
}

const MAX_PER_PAGE = 500

/** The columns of the ledger in an exported file, with headings in the current language. Amounts are plain decimals. */
function useRecordColumns(): readonly CsvColumn<LedgerRecord>[] {
  const { t } = useTranslation('records')
  const words = useRecordText()
  return [
    { name: t('column.time'), kind: 'text', of: ({ at }) => csvTime(at) },
    { name: t('column.utc'), kind: 'text', of: ({ at }) => new Date(at).toISOString() },
    { name: t('column.what'), kind: 'text', of: words.titleOf },
    { name: t('column.account'), kind: 'text', of: words.accountOf },
    { name: t('column.amount'), kind: 'number', of: ({ amount }) => z.encode(signedMoney, amount) },
    {
      name: t('column.balanceAfter'),
      kind: 'number',
      of: ({ balanceAfter }) => z.encode(money, balanceAfter),
    },
    { name: t('column.document'), kind: 'text', of: words.refOf },
    { name: t('column.number'), kind: 'text', of: ({ id }) => id },
  ]
}

/** The filter of the ledger by kind and days, and its export. The file contains every entry that the filter accepts. */
export function RecordFilterBar({ filter, onFilter, list }: Props) {
  const { t } = useTranslation('records')
  const file = useExport({
    columns: useRecordColumns(),
    read: async (before) => entriesOf(await readRecords(filter, before, MAX_PER_PAGE)),
    name: t('fileName'),
  })
  const words = useExportTexts(file)
  return (
    <>
      <FilterBar
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
        <RefreshButton refreshing={list.refreshing} onRefresh={list.refresh} />
      </FilterBar>
      <ExportLine {...words.line} />
    </>
  )
}
