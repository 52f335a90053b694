import { useAtomValue } from 'jotai'
import { NotebookText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { guestAtom, loggedInAtom } from '#api/session.ts'
import { ActList } from '#features/records/act-list.tsx'
import { EverythingCard } from '#features/records/everything-card.tsx'
import { RecordHistory } from '#features/records/record-history.tsx'
import { recordFilterIn } from '#features/records/record-list.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { filterQuery } from '#data/day-range.ts'
import { Tabs } from '#ui/tabs.tsx'

const TABS = ['ledger', 'acts', 'everything'] as const

/** The complete history of the account, the reviewers' actions, and the export of all data. */
export function MoneyRecordPage() {
  const { t } = useTranslation('records')
  const loggedIn = useAtomValue(loggedInAtom)
  return loggedIn ? (
    <OwnRecords />
  ) : (
    <Visitor icon={NotebookText} title={t('loggedOut')} hint={t('emptyHint')} />
  )
}

function Ledger() {
  const [query, setQuery] = useSearchParams()
  return (
    <RecordHistory
      filter={recordFilterIn(query)}
      onFilter={({ kind, from, to }) =>
        setQuery(filterQuery({ kind, from, to }), { replace: true })
      }
    />
  )
}

/** Guests have only the ledger: no operator acts on them, and the export needs a registered user. */
function OwnRecords() {
  const { t } = useTranslation('records')
  const guest = useAtomValue(guestAtom)
  const [query, setQuery] = useSearchParams()
  if (guest) return <Ledger />
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'ledger'
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))}
      selected={tab}
      onSelect={(next) => setQuery({ tab: next }, { replace: true })}
      listClassName="sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page/95 px-2"
    >
      {tab === 'ledger' && <Ledger />}
      {tab === 'acts' && <ActList />}
      {tab === 'everything' && <EverythingCard />}
    </Tabs>
  )
}
