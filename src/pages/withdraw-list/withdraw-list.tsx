import { useAtomValue } from 'jotai'
import { ArrowUpFromLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { memberAtom } from '#api/session.ts'
import { withdrawalResult } from '#contract/cashier.ts'
import { Documents } from '#documents/documents.tsx'
import { useWithdrawalKind, useWithdrawalList } from '#features/cashier/withdraw/withdrawal-kind.ts'
import { Visitor } from '#features/session/visitor.tsx'
import { PATHS } from '#lib/paths.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'
import { buttonLook } from '#ui/button.tsx'
import { Tabs } from '#ui/tabs.tsx'

const RESULTS = withdrawalResult.options

/** A user's withdrawals: all, success, under review, failed; `?id=` opens one of them. */
export function WithdrawalsPage() {
  const { t } = useTranslation('cashier')
  const member = useAtomValue(memberAtom)
  if (member) return <OwnWithdrawals />
  return (
    <Visitor
      icon={ArrowUpFromLine}
      title={t('withdraw.listLoggedOut')}
      hint={t('withdraw.emptyHint')}
    />
  )
}

function OwnWithdrawals() {
  const { t } = useTranslation(['cashier', 'tabs'])
  const [query, setQuery] = useSearchParams()
  const show = RESULTS.find((one) => one === query.get('show')) ?? null
  const kind = useWithdrawalKind()
  const list = useWithdrawalList(show)
  return (
    <>
      <div className="px-4 pb-2 three:w-80">
        <Link to={PATHS.withdraw} className={buttonLook({ size: 'lg', block: true })}>
          <ArrowUpFromLine aria-hidden size={20} /> {t('cashier:withdraw.new')}
        </Link>
      </div>
      <Tabs
        label={t('cashier:withdraw.tabs')}
        tabs={[
          { id: 'all' as const, label: t('cashier:deposit.filters.all') },
          ...RESULTS.map((id) => ({ id, label: t(`cashier:withdraw.result.${id}`) })),
        ]}
        selected={show ?? 'all'}
        onSelect={(next) => setQuery(next === 'all' ? {} : { show: next }, { replace: true })}
        listClassName="sticky top-[calc(var(--spacing-header)+env(safe-area-inset-top))] z-10 bg-page/95 px-2"
      >
        <Documents
          kind={kind}
          list={list}
          filter={{
            name: show ?? 'all',
            accepts: ({ status }) => show === null || withdrawalResultOf(status) === show,
          }}
          // Another list may have some.
          empty={{
            title: t(`cashier:withdraw.empty.${show ?? 'all'}`),
            hint: show === null ? t('cashier:withdraw.emptyHint') : undefined,
          }}
          table={{
            label: t('tabs:pages.withdrawals'),
            what: t('cashier:withdraw.destination'),
          }}
          linked={query.get('id')}
          onFound={({ id, status }) =>
            setQuery({ show: withdrawalResultOf(status), id }, { replace: true })
          }
        />
      </Tabs>
    </>
  )
}
