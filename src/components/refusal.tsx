import { useErrorText } from '#i18n/error-text.ts'
import type { Submission } from '#forms/form.ts'
import { Notice } from '#ui/notice.tsx'

/** Why the last submission was refused; nothing in every other state. */
export function Refusal({ submission }: { submission: Submission }) {
  const { errorText } = useErrorText()
  return (
    submission.status === 'refused' && <Notice tone="bad">{errorText(submission.error)}</Notice>
  )
}
