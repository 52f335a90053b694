import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Balance } from '#contract/account.ts'
import { useTodays } from '#features/profile/todays.ts'
import { useAmounts } from '#i18n/amounts.ts'
import { AsOf } from '#lib/as-of.tsx'
import { balanceAtom } from '#streams'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  /** Shows and hides all amounts. */
  eye: ReactNode
  /** What can be done with it; side by side. */
  actions: ReactNode
}

/** Everything that is the user's in one large figure, live, and what to do next. */
export function AssetsHero({ eye, actions }: Props) {
  const { t } = useTranslation('user')
  const balance = useAtomValue(balanceAtom)
  const { amount } = useAmounts()
  const value = 'value' in balance ? balance.value : null
  return (
    <Card
      aria-label={t('assets.total')}
      className="flex flex-col gap-4 bg-linear-to-br from-brand-soft to-surface to-70%"
    >
      <div className={balance.status === 'live' ? '' : 'opacity-75'} data-balance={balance.status}>
        <p className="flex items-center text-sm text-ink-2">
          {t('assets.total')}
          {eye}
        </p>
        {value === null ? (
          <Skeleton className="mt-0.5 h-10 w-52 max-w-full" />
        ) : (
          <p className="figures mt-0.5 text-4xl leading-10 font-bold break-words">
            <output aria-label={t('assets.total')}>{amount(value.total)}</output>
          </p>
        )}
        <AsOf live={balance} />
        {balance.status === 'failed' ? (
          <Notice tone="bad">{t('assets.failed')}</Notice>
        ) : (
          <Lines balance={value} />
        )}
      </div>
      {actions}
    </Card>
  )
}

/** Two figures below the large one; their place is kept until they come. */
function Lines({ balance }: { balance: Balance | null }) {
  const { t } = useTranslation('user')
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4">
      <div className="row-span-2 grid min-w-0 grid-rows-subgrid">
        <dt className="text-xs text-ink-2">{t('assets.available')}</dt>
        {balance === null ? <Waiting /> : <Available balance={balance} />}
      </div>
      <div className="row-span-2 grid min-w-0 grid-rows-subgrid">
        <dt className="text-xs text-ink-2">{t('assets.today')}</dt>
        {balance === null ? <Waiting /> : <Today balance={balance} />}
      </div>
    </dl>
  )
}

function Waiting() {
  return (
    <dd className="h-6 py-1">
      <Skeleton className="h-4 w-20 max-w-full" />
    </dd>
  )
}

function Available({ balance }: { balance: Balance }) {
  const { amount } = useAmounts()
  return <dd className="figures font-semibold break-words">{amount(balance.available)}</dd>
}

function Today({ balance }: { balance: Balance }) {
  const { signedAmount, hidden } = useAmounts()
  const today = useTodays(balance)
  const tone = hidden || today === 0n ? '' : today > 0n ? 'text-up' : 'text-down'
  return <dd className={`figures font-semibold break-words ${tone}`}>{signedAmount(today)}</dd>
}
