import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { setPayoutAccount } from '#contract/endpoints/cashier.ts'
import type { PayoutForm } from '#contract/payout.ts'
import { DraftFacts } from '#features/payout-account/payout-facts.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { OnlineButton } from '#lib/online-button.tsx'
import { showToastAtom } from '#lib/toasts.ts'
import { useIntent } from '#lib/use-intent.ts'
import { useSubmission } from '#lib/use-submission.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  draft: PayoutForm
  onEdit: () => void
  onSaved: () => void
}

/** The last look before it is saved for good. */
export function PayoutReview({ draft, onEdit, onSaved }: Props) {
  const { t } = useTranslation('cashier')
  const { errorText } = useErrorText()
  const toast = useSetAtom(showToastAtom)
  const intent = useIntent('payout-account')
  const { submission, busy, run } = useSubmission()
  const save = (): void =>
    void run(
      (onUncertain) =>
        intent({
          words: Object.values(draft),
          attempt: (key) => call(setPayoutAccount, { body: { account: draft }, key }),
          onUncertain,
        }),
      () => {
        toast({ tone: 'good', text: t('account.saved') })
        onSaved()
      },
    )
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="info">
        <p className="font-semibold">{t('account.onceTitle')}</p>
        <p>{t('account.once')}</p>
      </Notice>
      <Card>
        <DraftFacts draft={draft} />
      </Card>
      {submission.status === 'refused' && <Notice tone="bad">{errorText(submission.error)}</Notice>}
      <OnlineButton size="lg" block busy={busy} onClick={save}>
        {t(submission.status === 'confirming' ? 'confirming' : 'account.save')}
      </OnlineButton>
      <Button variant="secondary" block disabled={busy} onClick={onEdit}>
        {t('account.edit')}
      </Button>
    </div>
  )
}
