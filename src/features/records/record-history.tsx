import { useAtomValue } from 'jotai'
import { NotebookText } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordFilterBar } from '#features/records/record-filter-bar.tsx'
import { type RecordFilter, recordList, recordSource } from '#features/records/record-list.ts'
import { RecordRow } from '#features/records/record-row.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { useListTexts } from '#i18n/list-texts.ts'
import { usePagedList } from '#lib/use-paged-list.ts'
import { balanceAtom } from '#streams'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListFailed } from '#ui/list-failed.tsx'
import { PagedListView } from '#ui/paged-list.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

interface Props {
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
}

/** Every change of the account; a new one is read when the balance says that there is one. */
export function RecordHistory({ filter, onFilter }: Props) {
  const { t } = useTranslation(['records', 'common'])
  const texts = useListTexts()
  const { errorText } = useErrorText()
  const list = usePagedList(recordList, recordSource(filter))
  const balance = useAtomValue(balanceAtom)
  const version = 'value' in balance ? balance.value.version : null
  const news = useEffectEvent(list.refresh)
  useEffect(() => {
    if (version !== null) news()
  }, [version])
  const bare = [filter.kind, filter.from, filter.to].every((set) => set === null)
  return (
    <>
      <RecordFilterBar filter={filter} onFilter={onFilter} list={list} />
      <PagedListView
        list={list}
        texts={texts}
        skeleton={<SkeletonRows className="h-20" />}
        failed={
          <ListFailed
            text={list.error === null ? '' : errorText(list.error)}
            retry={texts.retry}
            onRetry={list.retry}
          />
        }
        empty={
          <EmptyState
            icon={NotebookText}
            title={t(bare ? 'records:empty' : 'common:list.noneFit')}
            hint={bare ? t('records:emptyHint') : undefined}
          />
        }
      >
        {(record) => <RecordRow record={record} />}
      </PagedListView>
    </>
  )
}
