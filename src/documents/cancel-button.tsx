import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { useCommand } from '#commands/commands.ts'
import type { cancelDeposit, cancelWithdrawal } from '#contract/endpoints/cashier.ts'
import type { cancelRedemption, cancelSubscription } from '#contract/endpoints/fund.ts'
import { OnlineButton } from '#components/online-button.tsx'
import { showToastAtom } from '#notifications/toasts.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { formatAmount } from '#rules/amounts.ts'
import { ConfirmDialog } from '#ui/dialog.tsx'

/** How the documents of one kind are cancelled. */
export interface Cancelling {
  endpoint:
    | typeof cancelDeposit
    | typeof cancelWithdrawal
    | typeof cancelSubscription
    | typeof cancelRedemption
  texts: {
    button: string
    title: string
    /** The consequence. `amount` is the amount as the page shows it. */
    text: (amount: string) => string
    keep: string
    done: string
  }
}

interface Props {
  cancelling: Cancelling
  document: { id: string; amount: bigint }
  /** The amount as the page shows it. */
  shown: string
  /** A short label, where the button is next to its subject; the usual one is then the accessible name. */
  short?: string
  /**
   * Cancelling is no longer possible. The button disappears, but an open question or a result stays until it was read.
   */
  over: boolean
}

/** Cancels a pending document after a confirmation. */
export function CancelButton({ cancelling, document, shown, short, over }: Props) {
  const { endpoint, texts } = cancelling
  const { id } = document
  const { t } = useTranslation('common')
  const toast = useSetAtom(showToastAtom)
  const command = useCommand(endpoint, id)
  const { submission, busy, run } = useSubmission(command.waiting)
  const [asking, ask] = useState(false)
  const small = short !== undefined
  const cancel = (): void => {
    ask(false)
    const told = { amount: formatAmount(document.amount) }
    void run(
      (onConfirming) => command.send({ params: { id }, body: {} }, { ...told, onConfirming }),
      () => toast({ tone: 'good', text: texts.done }),
    )
  }
  const label = small ? <Short word={short} full={texts.button} /> : texts.button
  return (
    <div className="flex flex-col gap-2">
      <Refusal error={refusalOf(submission)} />
      {(!over || busy) && (
        <OnlineButton
          variant="danger"
          size={small ? 'sm' : 'md'}
          block={!small}
          busy={busy}
          onClick={() => ask(true)}
        >
          {submission.status === 'confirming' ? t('confirming') : label}
        </OnlineButton>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        danger
        title={texts.title}
        text={texts.text(shown)}
        confirmLabel={texts.button}
        cancelLabel={texts.keep}
        onConfirm={cancel}
      />
    </div>
  )
}

function Short({ word, full }: { word: string; full: string }) {
  return (
    <>
      <span aria-hidden>{word}</span>
      <span className="sr-only">{full}</span>
    </>
  )
}
