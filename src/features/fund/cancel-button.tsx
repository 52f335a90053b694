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
  what: 'transfer' | 'withdrawal'
  id: string
  /** As the language writes it. */
  amount: string
  /** Beside other things in a row. */
  small?: boolean
  /** Too late for it: no button any more, but an open question and an answer stay until they are read. */
  over: boolean
  send: (key: string) => Promise<Answer<unknown>>
}

/** Takes back a transfer or withdrawal that still waits, after asking. */
export function CancelButton({ what, id, amount, small = false, over, send }: Props) {
  const { t } = useTranslation('fund')
  const { errorText } = useErrorText()
  const toast = useSetAtom(showToastAtom)
  const operation = `cancel-fund-${what}-${id}`
  const intent = useIntent(operation)
  const { submission, busy, run } = useSubmission()
  const [asking, ask] = useState(false)
  const label = t(`details.${what}.cancel`)
  const confirming = submission.status === 'confirming'
  const cancel = (): void => {
    ask(false)
    void run(
      (onUncertain) => intent({ words: [operation], attempt: send, onUncertain }),
      () => toast({ tone: 'good', text: t(`details.${what}.cancelled`) }),
    )
  }
  return (
    <div className="flex flex-col gap-2">
      {submission.status === 'refused' && <Notice tone="bad">{errorText(submission.error)}</Notice>}
      {(!over || busy) && (
        <OnlineButton
          variant={small ? 'quiet' : 'danger'}
          size={small ? 'sm' : 'md'}
          block={!small}
          busy={busy}
          onClick={() => ask(true)}
        >
          {confirming ? t('state.confirming') : small ? <Short full={label} /> : label}
        </OnlineButton>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        danger
        title={t(`details.${what}.cancelTitle`)}
        text={t(`details.${what}.cancelText`, { amount })}
        confirmLabel={label}
        cancelLabel={t('details.keep')}
        onConfirm={cancel}
      />
    </div>
  )
}

/** One word for the eye, where the row says the rest; all of it for the ear. */
function Short({ full }: { full: string }) {
  const { t } = useTranslation('fund')
  return (
    <>
      <span aria-hidden>{t('tab.cancel')}</span>
      <span className="sr-only">{full}</span>
    </>
  )
}
