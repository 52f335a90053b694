import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import type { Answer, ApiError } from '#api/api-error.ts'
import type { RejectReason } from '#contract/review.ts'
import type { ItemText } from '#desk/item-text.ts'
import type { Evidence, Steps } from '#desk/queue-kinds.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'

type Way = 'forward' | 'refuse'

interface Decision {
  steps: Pick<Steps<unknown>, 'own'> & {
    forward: { step: NonNullable<Steps<unknown>['forward']>['step'] } | null
    refuse: Pick<NonNullable<Steps<unknown>['refuse']>, 'step' | 'reasons'> | null
  }
  asking: Way | null
  /** What must be on the screen before the forward step is offered. */
  unseen: readonly Evidence[]
  busy: boolean
  error: ApiError | null
  forward: () => void
  refuse: () => void
  confirm: (reason: RejectReason | null) => void
  close: () => void
}

const NOTHING = { forward: null, refuse: null, own: false }

interface Deciding<Item> {
  /** Null while no document is open. */
  id: string | null
  steps: Steps<Item> | null
  seen: ReadonlySet<Evidence>
  onDecided: (item: Item) => void
}

/** Manages one decision at a time: the confirmation, the reason, the request and its result. */
export function useDecision<Item>({ id, steps, seen, onDecided }: Deciding<Item>): Decision {
  const { t } = useTranslation('desk')
  const show = useSetAtom(showToastAtom)
  const [asked, ask] = useState<{ way: Way; about: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const send = async (run: () => Promise<Answer<Item>>): Promise<void> => {
    if (busy) return
    ask(null)
    setError(null)
    setBusy(true)
    const answer = await run()
    setBusy(false)
    if (!answer.ok) return setError(answer.error)
    onDecided(answer.value)
    show({ tone: 'good', text: t('done') })
  }
  // A question is about one step of one document. It ends when either has moved on.
  const about = (way: Way): string => `${id} ${steps?.[way]?.step}`
  const asking = asked !== null && asked.about === about(asked.way) ? asked.way : null
  const unseen = steps?.evidence.filter((part) => !seen.has(part)) ?? []
  const start = (way: Way): void => {
    const offered = way === 'refuse' || unseen.length === 0
    if (steps?.[way] && offered && !busy) ask({ way, about: about(way) })
  }
  return {
    steps: steps ?? NOTHING,
    asking,
    unseen,
    busy,
    error,
    forward: () => start('forward'),
    refuse: () => start('refuse'),
    confirm: (reason) => {
      if (asking === null) return
      if (reason === null && steps?.forward) void send(steps.forward.run)
      const refuse = steps?.refuse
      if (reason !== null && refuse) void send(() => refuse.run(reason))
    },
    close: () => ask(null),
  }
}

interface Props {
  decision: Decision
  words: ItemText
}

/** The buttons for the next step and the rejection, within reach of the thumb. */
export function DecisionBar({ decision, words }: Props) {
  const { t } = useTranslation('desk')
  const { steps, busy, error, asking, unseen } = decision
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 rounded-b-card bg-surface px-4 pt-2 pb-4">
      <Refusal error={error} />
      {steps.own && <Notice tone="info">{words.own}</Notice>}
      {steps.forward !== null && unseen.length > 0 && (
        <Notice tone="info">
          {t('unseen', { parts: unseen.map((part) => t(`evidence.${part}`)).join(' · ') })}
        </Notice>
      )}
      <div className="flex gap-2 empty:hidden">
        {steps.refuse !== null && (
          <Button variant="danger" block disabled={busy} onClick={decision.refuse}>
            {t(`steps.${steps.refuse.step}`)}
          </Button>
        )}
        {steps.forward !== null && unseen.length === 0 && (
          <Button block busy={busy} onClick={decision.forward}>
            {t(`steps.${steps.forward.step}`)}
          </Button>
        )}
      </div>
      {steps.forward !== null && (
        <ConfirmDialog
          open={asking === 'forward'}
          onClose={decision.close}
          title={t(`steps.${steps.forward.step}`)}
          text={words.sure}
          confirmLabel={t('yes')}
          onConfirm={() => decision.confirm(null)}
        />
      )}
      {steps.refuse !== null && (
        <ReasonSheet
          key={asking}
          open={asking === 'refuse'}
          title={t(`steps.${steps.refuse.step}`)}
          hint={words.reasonHint}
          reasons={steps.refuse.reasons}
          onClose={decision.close}
          onReason={decision.confirm}
        />
      )}
    </div>
  )
}

interface ReasonProps {
  open: boolean
  title: string
  hint: string
  reasons: readonly RejectReason[]
  onClose: () => void
  onReason: (reason: RejectReason) => void
}

function ReasonSheet({ open, title, hint, reasons, onClose, onReason }: ReasonProps) {
  const { t: say } = useTranslation('common')
  const [only = null, ...others] = reasons
  const [chosen, choose] = useState<RejectReason | null>(others.length === 0 ? only : null)
  const send = (
    <Button
      variant="danger"
      block
      disabled={chosen === null}
      onClick={() => chosen !== null && onReason(chosen)}
    >
      {title}
    </Button>
  )
  return (
    <Sheet open={open} onClose={onClose} title={title} footer={send}>
      <fieldset>
        <legend className="pb-1 text-sm text-ink-2">{hint}</legend>
        {reasons.map((reason) => (
          <label key={reason} className="flex min-h-touch items-center gap-3 py-1.5">
            <input
              type="radio"
              name="reason"
              value={reason}
              checked={reason === chosen}
              onChange={() => choose(reason)}
              className="size-5 shrink-0 accent-brand"
            />
            <span>{say(`reason.${reason}`)}</span>
          </label>
        ))}
      </fieldset>
    </Sheet>
  )
}
