import { useTranslation } from 'react-i18next'
import { dayFrom } from '#features/fund/transfer/changed-day.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { refusalOf, type Submission } from '#forms/form.ts'
import { Notice } from '#ui/notice.tsx'

interface Props {
  submission: Submission
  /** What to say when the current day differs from the one first shown; null when it is the same. */
  changed: string | null
}

/** The state of a confirmation, above its button: a lost answer, a refusal or a changed day. */
export function ConfirmState({ submission, changed }: Props) {
  const { t } = useTranslation('fund')
  const { errorText } = useErrorText()
  const refusal = refusalOf(submission)
  // A changed day has its own text, which is shown only while it is the latest result.
  const shown = refusal !== null && dayFrom(refusal) === null ? errorText(refusal) : changed
  if (submission.status === 'confirming')
    return <Notice tone="info">{t('state.confirmingHint')}</Notice>
  return shown !== null && <Notice tone="bad">{shown}</Notice>
}
