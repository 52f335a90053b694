import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Balance } from '#contract/account.ts'
import { useTodays } from '#features/profile/todays.ts'
import { useAmounts } from '#i18n/amounts.ts'
import { AsOf } from '#lib/as-of.tsx'
import { PATHS } from '#lib/paths.ts'
import { balanceAtom } from '#streams'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  /** Shows and hides all amounts. */
  eye: ReactNode
  /** The way to practice money. */
  practice: ReactNode
}

/** Everything that is the user's, what of it is free, and what trading made of it; live. */
export function AssetsCard({ eye, practice }: Props) {
  const { t } = useTranslation('user')
  const balance = useAtomValue(balanceAtom)
  const { amount } = useAmounts()
  const value = 'value' in balance ? balance.value : null
  return (
    <Card aria-label={t('assets.total')}>
      <div className={balance.status === 'live' ? '' : 'opacity-75'} data-balance={balance.status}>
        <p className="flex items-center text-sm text-ink-2">
          {t('assets.total')}
          {eye}
        </p>
        {value === null ? (
          <Skeleton className="h-8 w-44" />
        ) : (
          <p className="figures text-figure font-bold break-words">{amount(value.total)}</p>
        )}
        <AsOf live={balance} />
        {balance.status === 'failed' && <Notice tone="bad">{t('assets.failed')}</Notice>}
        {value === null ? <FiguresSkeleton /> : <Figures balance={value} />}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Link
          to={`${PATHS.deposits}?new=1`}
          className={`${buttonLook({ size: 'sm' })} flex-1 basis-24`}
        >
          {t('deposit')}
        </Link>
        <Link
          to={PATHS.withdraw}
          className={`${buttonLook({ variant: 'secondary', size: 'sm' })} flex-1 basis-24`}
        >
          {t('withdraw')}
        </Link>
      </div>
      <div className="mt-2 flex justify-center">{practice}</div>
    </Card>
  )
}

const GRID = 'mt-3 grid grid-cols-2 gap-x-4 gap-y-3'

function Figures({ balance }: { balance: Balance }) {
  const { t } = useTranslation('user')
  const { amount, signedAmount, hidden } = useAmounts()
  const today = useTodays(balance)
  const toneOf = (minor: bigint): string => {
    if (hidden || minor === 0n) return ''
    return minor > 0n ? 'text-up' : 'text-down'
  }
  const { profitAndLoss } = balance
  return (
    <dl className={GRID}>
      <Figure label={t('assets.profitAndLoss')} tone={toneOf(profitAndLoss)}>
        {signedAmount(profitAndLoss)}
      </Figure>
      <Figure label={t('assets.today')} tone={toneOf(today)}>
        {signedAmount(today)}
      </Figure>
      <Figure label={t('assets.available')}>{amount(balance.available)}</Figure>
      <Figure label={t('assets.staked')}>{amount(balance.staked)}</Figure>
      <Figure label={t('assets.held')}>{amount(balance.held)}</Figure>
      <Figure label={t('assets.fund')}>{amount(balance.fund)}</Figure>
    </dl>
  )
}

function Figure({
  label,
  tone = '',
  children,
}: {
  label: string
  tone?: string
  children: string
}) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className={`figures font-semibold break-words ${tone}`}>{children}</dd>
    </div>
  )
}

function FiguresSkeleton() {
  return (
    <div className={GRID}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-10 w-28 max-w-full" />
      ))}
    </div>
  )
}
