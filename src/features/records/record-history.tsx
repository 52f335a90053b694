import { useAtomValue } from 'jotai'
import { NotebookText } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentList } from '#documents/document-list.tsx'
import { DocumentTable } from '#documents/document-table.tsx'
import { RecordFilterBar } from '#features/records/record-filter-bar.tsx'
import { type RecordFilter, recordList, recordSource } from '#features/records/record-list.ts'
import {
  RECORD_LAYOUT,
  RecordRow,
  RecordTableRow,
  useRecordHeads,
  useRecordKeys,
} from '#features/records/record-row.tsx'
import { usePagedList } from '#data/use-paged-list.ts'
import { usePanes } from '#lib/use-panes.ts'
import { topicAtom } from '#streams'

interface Props {
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
}

const FIRST = { by: 'at', down: true } as const

/** Every change of the account. New ones are read when the balance reports a change. */
export function RecordHistory({ filter, onFilter }: Props) {
  const { t } = useTranslation(['records', 'common'])
  const list = usePagedList(recordList, recordSource(filter))
  const balance = useAtomValue(topicAtom('balance'))
  const version = 'value' in balance ? balance.value.version : null
  const news = useEffectEvent(list.refresh)
  useEffect(() => {
    if (version !== null) news()
  }, [version])
  const columns = useRecordHeads()
  const keys = useRecordKeys()
  const bare = [filter.kind, filter.from, filter.to].every((set) => set === null)
  const view = {
    list,
    empty: {
      icon: NotebookText,
      title: t(bare ? 'records:empty' : 'common:list.noneFit'),
      hint: bare ? t('records:emptyHint') : undefined,
    },
  }
  const label = t('records:tabs.ledger')
  return (
    <>
      <RecordFilterBar filter={filter} onFilter={onFilter} list={list} />
      {usePanes() === 3 ? (
        <DocumentTable
          {...view}
          table={{ id: 'records', label, columns, layout: RECORD_LAYOUT, keys, first: FIRST }}
        >
          {(record, at) => <RecordTableRow record={record} at={at} />}
        </DocumentTable>
      ) : (
        <DocumentList {...view} rowClass="h-20">
          {(record) => <RecordRow record={record} />}
        </DocumentList>
      )}
    </>
  )
}
