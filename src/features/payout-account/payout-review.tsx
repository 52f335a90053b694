import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useCommand } from '#commands/commands.ts'
import { setPayoutAccount } from '#contract/endpoints/cashier.ts'
import type { PayoutForm } from '#contract/payout.ts'
import { OnceWarning } from '#features/payout-account/once-warning.tsx'
import { DraftFacts } from '#features/payout-account/payout-facts.tsx'
import { useErrorText } from '#i18n/error-text.ts'
import { CONFIRM_PLACES, type ConfirmFields, confirmForm } from '#forms/confirm-form.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { showToastAtom } from '#notifications/toasts.ts'
import { TradingPassword } from '#components/trading-password.tsx'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

interface Props {
  draft: PayoutForm
  onEdit: () => void
  onSaved: () => void
}

/** The server's refusal names a field of the previous form. Here it concerns the account as a whole. */
function useRefusalText({ summary }: FormHandle<ConfirmFields>): string | null {
  const { errorText, issueText } = useErrorText()
  const { refusal } = summary
  if (refusal === null) return null
  const [issue] = refusal.kind === 'rejected' ? refusal.issues : []
  return issue?.code === 'other_name' ? issueText(issue.code) : errorText(refusal)
}

/** Shows every character once more and asks for the trading password, because the account can be saved only once. */
export function PayoutReview({ draft, onEdit, onSaved }: Props) {
  const { t } = useTranslation('cashier')
  const handle = useSaving({ draft, onSaved })
  const refusal = useRefusalText(handle)
  return (
    <FormFrame
      online
      handle={handle}
      submitLabel={t('account.save')}
      refusal={refusal}
      footer={
        <Button variant="secondary" block disabled={handle.summary.busy} onClick={onEdit}>
          {t('account.edit')}
        </Button>
      }
    >
      <OnceWarning whole />
      <Card>
        <DraftFacts draft={draft} />
      </Card>
      <TradingPassword handle={handle} label={t('withdraw.password')} />
    </FormFrame>
  )
}

function useSaving({ draft, onSaved }: Omit<Props, 'onEdit'>): FormHandle<ConfirmFields> {
  const { t } = useTranslation('cashier')
  const toast = useSetAtom(showToastAtom)
  const command = useCommand(setPayoutAccount)
  return useForm({
    initial: { tradingPassword: '' },
    schema: confirmForm,
    places: CONFIRM_PLACES,
    waiting: command.waiting,
    send: ({ tradingPassword }, onConfirming) =>
      command.send({ body: { account: draft, tradingPassword } }, { onConfirming }),
    onAccepted: () => {
      toast({ tone: 'good', text: t('account.saved') })
      onSaved()
    },
  })
}
