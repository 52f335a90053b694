import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#api/api-error.ts'
import { useErrorText } from '#i18n/error-text.ts'
import { OnlineButton } from '#lib/online-button.tsx'
import { showToastAtom } from '#lib/toasts.ts'
import { useIntent } from '#lib/use-intent.ts'
import { useSubmission } from '#lib/use-submission.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'

interface Props {
  /** Names the intent: what is cancelled. */
  operation: string
  texts: { button: string; title: string; text: string; keep: string; done: string }
  send: (key: string) => Promise<Answer<unknown>>
}

/** Takes a document back, after asking. */
export function CancelButton({ operation, texts, send }: Props) {
  const { t } = useTranslation('cashier')
  const { errorText } = useErrorText()
  const toast = useSetAtom(showToastAtom)
  const intent = useIntent(operation)
  const { submission, busy, run } = useSubmission()
  const [asking, ask] = useState(false)
  const cancel = (): void => {
    ask(false)
    void run(
      (onUncertain) => intent({ words: [operation], attempt: send, onUncertain }),
      () => toast({ tone: 'good', text: texts.done }),
    )
  }
  return (
    <div className="flex flex-col gap-2">
      {submission.status === 'refused' && <Notice tone="bad">{errorText(submission.error)}</Notice>}
      <OnlineButton variant="danger" block busy={busy} onClick={() => ask(true)}>
        {submission.status === 'confirming' ? t('confirming') : texts.button}
      </OnlineButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        danger
        title={texts.title}
        text={texts.text}
        confirmLabel={texts.button}
        cancelLabel={texts.keep}
        onConfirm={cancel}
      />
    </div>
  )
}
