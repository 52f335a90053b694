import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Refusal } from '#components/refusal.tsx'
import { keepAccount } from '#contract/endpoints/closing.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'

/** Cancels the closing of the account with one tap. */
export function KeepAccount({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('security')
  const toast = useSetAtom(showToastAtom)
  const { submission, busy, run } = useSubmission()
  const kept = (): void => {
    toast({ tone: 'good', text: t('close.kept') })
    onDone()
  }
  return (
    <>
      <Refusal error={refusalOf(submission)} />
      <Button block busy={busy} onClick={() => void run(() => call(keepAccount, {}), kept)}>
        {t('close.keep')}
      </Button>
    </>
  )
}
