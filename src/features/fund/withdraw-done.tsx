import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FundRedemption } from '#contract/fund.ts'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/format.ts'
import { Button } from '#ui/button.tsx'

interface Props {
  redemption: FundRedemption
  onClose: () => void
}

/** Shown in the sheet once the withdrawal is accepted. */
export function WithdrawDone({ redemption: { amount, speed, paysAt }, onClose }: Props) {
  const { t } = useTranslation('fund')
  const format = useFormat()
  const days = useDayText()
  const text = { amount: format.money(amount), time: days.moment(paysAt) }
  return (
    <div className="flex flex-col items-center gap-4 pt-4 text-center">
      <CircleCheck aria-hidden size={44} strokeWidth={1.5} className="text-brand" />
      <p role="status" className="figures text-lg font-bold text-balance">
        {speed === 'instant' ? t('withdraw.doneInstant', text) : t('withdraw.doneNextDay', text)}
      </p>
      <Button size="lg" block onClick={onClose}>
        {t('withdraw.close')}
      </Button>
    </div>
  )
}
