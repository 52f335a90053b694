import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { TotalAssets } from '#features/profile/total-assets.tsx'
import { DepositLink, PauseReason } from '#components/pause-reason.tsx'
import { PATHS } from '#lib/paths.ts'
import { buttonLook } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

const FIGURES = ['profitAndLoss', 'today', 'available', 'staked', 'held', 'fund'] as const
const GUEST_FIGURES = ['profitAndLoss', 'today', 'available', 'staked'] as const

interface Props {
  /** Shows and hides all amounts. */
  eye: ReactNode
  /** The way to get practice money. */
  practice: ReactNode
  /** Guests have no deposits, no withdrawals and no fund. */
  guest?: boolean
}

/** The user's total assets, the available part, and the results of trading, live. */
export function AssetsCard({ eye, practice, guest = false }: Props) {
  const { t } = useTranslation('user')
  return (
    <Card aria-label={t('assets.total')}>
      <TotalAssets eye={eye} names={guest ? GUEST_FIGURES : FIGURES} />
      {!guest && <MoneyLinks />}
      <PauseReason className="mt-2" />
      {/* The button takes no room while there is no practice money to get. */}
      <div className="mt-2 flex justify-center empty:hidden">{practice}</div>
    </Card>
  )
}

/** The ways to deposit and to withdraw. */
function MoneyLinks() {
  const { t } = useTranslation('user')
  return (
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
  )
}
