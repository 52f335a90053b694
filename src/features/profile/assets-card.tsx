import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { TotalAssets } from '#features/profile/total-assets.tsx'
import { DepositLink, PauseReason } from '#components/pause-reason.tsx'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

const FIGURES = ['profitAndLoss', 'today', 'available', 'staked', 'held', 'fund'] as const

interface Props {
  /** Shows and hides all amounts. */
  eye: ReactNode
  /** The way to get practice money. */
  practice: ReactNode
}

/** The user's total assets, the available part, and the results of trading, live. */
export function AssetsCard({ eye, practice }: Props) {
  const { t } = useTranslation('user')
  return (
    <Card aria-label={t('assets.total')}>
      <TotalAssets eye={eye} names={FIGURES} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <DepositLink size="sm" className="flex-1 basis-24">
          {t('deposit')}
        </DepositLink>
        <Link
          to={PATHS.withdraw}
          className={`${buttonLook({ variant: 'secondary', size: 'sm' })} flex-1 basis-24`}
        >
          {t('withdraw')}
        </Link>
      </div>
      <PauseReason className="mt-2" />
      {/* Reserves space for the text that says when practice money is available again. */}
      <div className="mt-2 flex min-h-14 items-center justify-center">{practice}</div>
    </Card>
  )
}
