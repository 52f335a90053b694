import { NotLoaded } from '#components/loaded.tsx'
import { useAtomValue, useSetAtom } from 'jotai'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundRedemption } from '#contract/fund.ts'
import { fundTermsAtom } from '#features/fund/terms.ts'
import type { WithdrawDraft, WithdrawFields } from '#features/fund/withdraw/withdraw-form.ts'
import { startWithdraw } from '#features/fund/withdraw/withdraw-form.ts'
import { WithdrawReview } from '#features/fund/withdraw/withdraw-review.tsx'
import { WithdrawView } from '#features/fund/withdraw/withdraw-view.tsx'
import { useDayText } from '#i18n/day-text.ts'
import { useFormat } from '#i18n/use-format.ts'
import { topicAtom } from '#streams'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** The sheet for withdrawals: amount and speed, then the confirmation, then the result. */
export function WithdrawSheet({ open, onClose }: Props) {
  const { t } = useTranslation(['fund', 'common'])
  const [busy, setBusy] = useState(false)
  return (
    <Sheet open={open} onClose={() => !busy && onClose()} title={t('fund:withdraw.title')}>
      <Steps onBusy={setBusy} onClose={onClose} />
    </Sheet>
  )
}

interface WithdrawDoneProps {
  redemption: FundRedemption
  onClose: () => void
}

/** Shown in the sheet once the withdrawal is accepted. */
function WithdrawDone({ redemption: { amount, speed, paysAt }, onClose }: WithdrawDoneProps) {
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

type Step =
  | { at: 'figures' }
  | { at: 'review'; draft: WithdrawDraft }
  | { at: 'done'; redemption: FundRedemption }

function Steps({ onBusy, onClose }: { onBusy: (busy: boolean) => void; onClose: () => void }) {
  const { t } = useTranslation('fund')
  const fund = useAtomValue(topicAtom('fund'))
  const terms = useAtomValue(fundTermsAtom)
  const reload = useSetAtom(fundTermsAtom)
  const [step, go] = useState<Step>({ at: 'figures' })
  const [fields, keep] = useState<WithdrawFields>(startWithdraw)
  if (step.at === 'done') return <WithdrawDone redemption={step.redemption} onClose={onClose} />
  const loading = <Skeleton className="h-102 max-[22rem]:h-116" />
  if (terms.status !== 'ready')
    return (
      <NotLoaded
        compact
        title={t('transfer.termsFailed')}
        data={terms}
        onRetry={reload}
        loading={loading}
      />
    )
  if (!('value' in fund)) return loading
  if (step.at === 'review')
    return (
      <WithdrawReview
        draft={step.draft}
        fund={fund.value}
        terms={terms.value}
        onBusy={onBusy}
        onBack={() => go({ at: 'figures' })}
        onDone={(redemption) => go({ at: 'done', redemption })}
      />
    )
  return (
    <WithdrawView
      initial={fields}
      fund={fund.value}
      terms={terms.value}
      onDraft={(draft, typed) => {
        keep(typed)
        go({ at: 'review', draft })
      }}
    />
  )
}
