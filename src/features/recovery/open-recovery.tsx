import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { SubmitButton } from '#components/form-frame.tsx'
import { Refusal } from '#components/refusal.tsx'
import { openRecovery } from '#contract/endpoints/recovery.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'

interface Props {
  code: string
  onOpened: () => void
}

/** Starts the hour in which the recovery is completed. A second call changes nothing, so it needs no key. */
export function OpenRecovery({ code, onOpened }: Props) {
  const { t } = useTranslation('recovery')
  const { submission, run } = useSubmission()
  return (
    <>
      <p className="text-sm text-ink-2">{t('open.lead')}</p>
      <Refusal error={refusalOf(submission)} />
      <SubmitButton
        type="button"
        submission={submission}
        onClick={() => void run(() => call(openRecovery, { body: { code } }), onOpened)}
      >
        {t('open.submit')}
      </SubmitButton>
    </>
  )
}
