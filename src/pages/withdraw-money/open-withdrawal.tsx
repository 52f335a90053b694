import { NotLoaded } from '#components/loaded.tsx'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { appInfoAtom } from '#api/session.ts'
import type { Withdrawal } from '#contract/cashier.ts'
import type { PayoutAccount } from '#contract/payout.ts'
import type { Factors } from '#contract/profile.ts'
import { fieldText } from '#forms/amounts.ts'
import { useWithdrawalTerms } from '#features/cashier/terms.ts'
import { useConfirmation } from '#features/cashier/withdraw/use-confirmation.ts'
import { draftOf, type WithdrawDraft } from '#features/cashier/withdraw/withdraw-form.ts'
import { WithdrawReview } from '#features/cashier/withdraw/withdraw-review.tsx'
import { WithdrawView } from '#features/cashier/withdraw/withdraw-view.tsx'
import { methodsOf, SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { PATHS } from '#lib/paths.ts'
import { topicAtom } from '#streams'
import { buttonLook } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Requested } from './requested.tsx'

interface Props {
  account: PayoutAccount
  factors: Factors
}

/** The form with its terms, and the confirmation message once a withdrawal is requested. */
export function OpenWithdrawal({ account, factors }: Props) {
  const { t } = useTranslation(['cashier', 'common'])
  const practice = useAtomValue(appInfoAtom)?.practice !== false
  const balance = useAtomValue(topicAtom('balance'))
  const { fetched, reload } = useWithdrawalTerms()
  const [done, setDone] = useState<Withdrawal | null>(null)
  const [draft, setDraft] = useState<WithdrawDraft | null>(null)
  if (done !== null) return <Requested withdrawal={done} onAnother={() => setDone(null)} />
  if (fetched.status !== 'ready')
    return (
      <NotLoaded
        compact
        title={t('cashier:withdraw.termsFailed')}
        data={fetched}
        onRetry={reload}
        loading={<Skeleton className="h-96" />}
      />
    )
  return (
    <>
      <WithdrawView
        terms={fetched.value}
        account={account}
        available={'value' in balance ? balance.value.available : null}
        practice={practice}
        onDraft={setDraft}
      />
      <Link to={PATHS.withdrawals} className={buttonLook({ variant: 'quiet', block: true })}>
        {t('cashier:withdraw.history')}
      </Link>
      {draft !== null && (
        <Confirm
          // With new terms, the figures for the same amount are computed again.
          draft={draftOf(fieldText(draft.amount), fetched.value, account) ?? draft}
          factors={factors}
          onClose={() => setDraft(null)}
          onTermsChanged={reload}
          onDone={(withdrawal) => {
            setDraft(null)
            setDone(withdrawal)
            reload()
          }}
        />
      )}
    </>
  )
}

interface ConfirmProps {
  draft: WithdrawDraft
  factors: Factors
  onClose: () => void
  onTermsChanged: () => void
  onDone: (withdrawal: Withdrawal) => void
}

function Confirm({ draft, factors, onClose, ...on }: ConfirmProps) {
  const confirmation = useConfirmation({ draft, ...on })
  return (
    <WithdrawReview
      draft={draft}
      confirmation={confirmation}
      factorOn={methodsOf(factors).length > 0}
      factor={<SecondFactorPrompt factors={factors} {...confirmation.slot} />}
      onClose={onClose}
    />
  )
}
