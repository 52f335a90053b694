import { useTranslation } from 'react-i18next'
import { dayFrom } from '#features/fund/changed-day.ts'
import { useErrorText } from '#i18n/error-text.ts'
import type { Submission } from '#lib/form.ts'
import { Notice } from '#ui/notice.tsx'

interface Props {
  submission: Submission
  /** The day on screen is another than the one first shown: what to say about it; null: it is the same. */
  changed: string | null
}

/** How a confirmation stands, above its button: a lost answer, a refusal, another day. */
export function ConfirmState({ submission, changed }: Props) {
  const { t } = useTranslation('fund')
  const { errorText } = useErrorText()
  const refusal = submission.status === 'refused' ? submission.error : null
  // The day is told in its own words, and only as long as it is the news.
  const shown = refusal !== null && dayFrom(refusal) === null ? errorText(refusal) : changed
  if (submission.status === 'confirming')
    return <Notice tone="info">{t('state.confirmingHint')}</Notice>
  return shown !== null && <Notice tone="bad">{shown}</Notice>
}
