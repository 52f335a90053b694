import { ArrowRightLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PauseReason, useOwnPause } from '#components/own-pause.tsx'
import { PATHS } from '#lib/paths.ts'
import { Button, buttonLook } from '#ui/button.tsx'

interface Props {
  onDeposit: () => void
  onWithdraw: () => void
}

/** The three actions of the page, with the main action first. */
export function FundActions({ onDeposit, onWithdraw }: Props) {
  const { t } = useTranslation('fund')
  const { until } = useOwnPause()
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={PATHS.fundDeposit} className={buttonLook({ size: 'lg', block: true })}>
        <ArrowRightLeft aria-hidden size={20} />
        {t('tab.transferIn')}
      </Link>
      <Button variant="secondary" className="flex-1 basis-24" onClick={onWithdraw}>
        {t('tab.withdraw')}
      </Button>
      <Button
        variant="secondary"
        className="flex-1 basis-24"
        disabled={until !== null}
        onClick={onDeposit}
      >
        {t('tab.deposit')}
      </Button>
      <PauseReason className="basis-full" />
    </div>
  )
}
