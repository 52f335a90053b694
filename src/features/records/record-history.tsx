import { useAtomValue } from 'jotai'
import { NotebookText } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentList } from '#documents/document-list.tsx'
import { RecordFilterBar } from '#features/records/record-filter-bar.tsx'
import { type RecordFilter, recordList, recordSource } from '#features/records/record-list.ts'
import {
  RECORD_LAYOUT,
  RecordRow,
  RecordTableRow,
  useRecordHeads,
} from '#features/records/record-row.tsx'
import { usePagedList } from '#data/use-paged-list.ts'
import { usePanes } from '#lib/use-panes.ts'
import { topicAtom } from '#streams'
import { TableHead } from '#ui/table.tsx'

interface Props {
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
}

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
  const isTable = usePanes() === 3
  const columns = useRecordHeads()
  const bare = [filter.kind, filter.from, filter.to].every((set) => set === null)
  return (
    <>
      <RecordFilterBar filter={filter} onFilter={onFilter} list={list} />
      <DocumentList
        list={list}
        rowClass={isTable ? 'h-11' : 'h-20'}
        {...(isTable && {
          table: {
            label: t('records:tabs.ledger'),
            head: <TableHead columns={columns} layout={RECORD_LAYOUT} />,
          },
        })}
        empty={{
          icon: NotebookText,
          title: t(bare ? 'records:empty' : 'common:list.noneFit'),
          hint: bare ? t('records:emptyHint') : undefined,
        }}
      >
        {(record, at) =>
          isTable ? <RecordTableRow record={record} at={at} /> : <RecordRow record={record} />
        }
      </DocumentList>
    </>
  )
}
