import { useAtomValue } from 'jotai'
import { ArrowDownToLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { appInfoAtom, memberAtom } from '#api/session.ts'
import { depositStatus } from '#contract/cashier.ts'
import { Documents } from '#documents/documents.tsx'
import { useDepositKind, useDepositList } from '#features/cashier/deposit/deposit-kind.ts'
import { DepositSheet } from '#features/cashier/deposit/deposit-sheet.tsx'
import { useDepositTerms } from '#features/cashier/terms.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { useOwnPause } from '#components/own-pause.ts'
import { PauseReason } from '#components/pause-reason.tsx'
import { Button } from '#ui/button.tsx'
import { Tabs } from '#ui/tabs.tsx'

const FILTERS = ['all', ...depositStatus.options] as const

/** A user's deposits by status, and the sheet for a new one (`?new=1` opens it, `?id=` opens a deposit). */
export function DepositsPage() {
  const { t } = useTranslation('cashier')
  const member = useAtomValue(memberAtom)
  if (member) return <OwnDeposits />
  return (
    <Visitor icon={ArrowDownToLine} title={t('deposit.loggedOut')} hint={t('deposit.emptyHint')} />
  )
}

function OwnDeposits() {
  const { t } = useTranslation(['cashier', 'tabs'])
  const [query, setQuery] = useSearchParams()
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const { until } = useOwnPause()
  const { fetched: terms, reload } = useDepositTerms()
  const filter = FILTERS.find((one) => one === query.get('status')) ?? 'all'
  const status = filter === 'all' ? null : filter
  const kind = useDepositKind(terms.status === 'ready' ? terms.value.methods : [])
  const list = useDepositList(status)
  const go = (next: { status?: string; new?: string }): void =>
    setQuery({ ...(status !== null && { status }), ...next }, { replace: true })
  return (
    <>
      <div className="px-4 pb-2 three:w-80">
        <Button size="lg" block disabled={until !== null} onClick={() => go({ new: '1' })}>
          <ArrowDownToLine aria-hidden size={20} /> {t('cashier:deposit.new')}
        </Button>
        <PauseReason className="pt-2" />
      </div>
      <Tabs
        label={t('cashier:deposit.filter')}
        tabs={FILTERS.map((id) => ({ id, label: t(`cashier:deposit.filters.${id}`) }))}
        selected={filter}
        onSelect={(status) => setQuery(status === 'all' ? {} : { status }, { replace: true })}
        listClassName="sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page/95 px-2"
      >
        <Documents
          kind={kind}
          list={list}
          filter={{
            name: filter,
            accepts: (deposit) => status === null || deposit.status === status,
          }}
          empty={{
            title: t(status === null ? 'cashier:deposit.empty' : 'cashier:deposit.emptyFilter'),
            hint: t('cashier:deposit.emptyHint'),
          }}
          table={{ label: t('tabs:pages.deposits'), what: t('cashier:deposit.method') }}
          linked={query.get('id')}
        />
      </Tabs>
      <DepositSheet
        open={query.get('new') === '1'}
        onClose={() => go({})}
        terms={terms}
        onRetry={reload}
        practice={practice}
        onDone={() => {
          setQuery({}, { replace: true })
          reload()
        }}
      />
    </>
  )
}
