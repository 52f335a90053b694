import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FundRedemption } from '#contract/fund.ts'
import { fundTermsAtom } from '#features/fund/terms.ts'
import { TermsFailed } from '#features/fund/terms-failed.tsx'
import { WithdrawDone } from '#features/fund/withdraw-done.tsx'
import type { WithdrawDraft, WithdrawFields } from '#features/fund/withdraw-form.ts'
import { startWithdraw } from '#features/fund/withdraw-form.ts'
import { WithdrawReview } from '#features/fund/withdraw-review.tsx'
import { WithdrawView } from '#features/fund/withdraw-view.tsx'
import { topicAtom } from '#streams'
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
    <Sheet
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={t('fund:withdraw.title')}
      closeLabel={t('common:close')}
    >
      <Steps onBusy={setBusy} onClose={onClose} />
    </Sheet>
  )
}

type Step =
  | { at: 'figures' }
  | { at: 'review'; draft: WithdrawDraft }
  | { at: 'done'; redemption: FundRedemption }

function Steps({ onBusy, onClose }: { onBusy: (busy: boolean) => void; onClose: () => void }) {
  const fund = useAtomValue(topicAtom('fund'))
  const terms = useAtomValue(fundTermsAtom)
  const reload = useSetAtom(fundTermsAtom)
  const [step, go] = useState<Step>({ at: 'figures' })
  const [fields, keep] = useState<WithdrawFields>(startWithdraw)
  if (step.at === 'done') return <WithdrawDone redemption={step.redemption} onClose={onClose} />
  if (terms.status === 'failed')
    return <TermsFailed error={terms.error} onRetry={() => void reload()} />
  if (terms.status !== 'ready' || !('value' in fund))
    return <Skeleton className="h-102 max-[22rem]:h-116" />
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
