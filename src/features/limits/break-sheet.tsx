import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import { call } from '#api/call.ts'
import { pauseTrading } from '#contract/endpoints/limits.ts'
import type { PauseLength } from '#contract/limits.ts'
import { type BreakChoice, breakChoices, type BreakKind } from '#features/limits/breaks.ts'
import { useLimitText } from '#features/limits/use-limit-text.ts'
import { showToastAtom } from '#notifications/toasts.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { join } from '#ui/join.ts'
import { Notice } from '#ui/notice.tsx'
import { moveByKey } from '#ui/roving.ts'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  kind: BreakKind
  /** When the latest break of this kind ends. */
  until: number | null
  serverNow: number
  onClose: () => void
}

/** The length of the break, then a confirmation, because no one can cancel it. */
export function BreakSheet(props: Props) {
  const { kind, onClose } = props
  const { t } = useTranslation(['limits', 'common'])
  return (
    <Sheet open onClose={onClose} title={t(`limits:break.${kind}`)}>
      <Choice {...props} />
    </Sheet>
  )
}

function Choice({ kind, until, serverNow, onClose }: Props) {
  const { t } = useTranslation('limits')
  const [length, setLength] = useState<PauseLength | null>(null)
  const [understood, setUnderstood] = useState(kind === 'time_out')
  const [asking, setAsking] = useState(false)
  const { submission, busy, run } = useSubmission()
  const toast = useSetAtom(showToastAtom)
  const choices = breakChoices(kind, until, serverNow)
  const chosen = choices.find((choice) => choice.length === length)
  const start = ({ length: picked }: BreakChoice): void => {
    setAsking(false)
    void run(
      () => call(pauseTrading, { body: { length: picked } }),
      () => {
        toast({ tone: 'info', text: t('break.started') })
        onClose()
      },
    )
  }
  if (choices.length === 0) return <Notice tone="info">{t('break.longest')}</Notice>
  return (
    <div className="flex flex-col gap-3 py-1">
      <Lengths choices={choices} selected={length} onSelect={setLength} />
      {kind === 'exclusion' && (
        <Checkbox name="understood" checked={understood} onChecked={setUnderstood}>
          {t('break.understood')}
        </Checkbox>
      )}
      <Refusal error={refusalOf(submission)} />
      <Button
        size="lg"
        block
        busy={busy}
        disabled={chosen === undefined || !understood}
        onClick={() => setAsking(true)}
      >
        {t('break.start')}
      </Button>
      {chosen !== undefined && (
        <Ask kind={kind} choice={chosen} open={asking} onOpen={setAsking} onStart={start} />
      )}
    </div>
  )
}

interface LengthsProps {
  choices: readonly BreakChoice[]
  selected: PauseLength | null
  onSelect: (length: PauseLength) => void
}

function Lengths({ choices, selected, onSelect }: LengthsProps) {
  const { t } = useTranslation('limits')
  const words = useLimitText()
  const focusable = selected ?? choices[0]?.length
  return (
    <div
      role="radiogroup"
      aria-label={t('break.length')}
      onKeyDown={(event) => moveByKey(event, 'radio')}
      className="flex flex-col gap-2"
    >
      {choices.map(({ length, until }) => (
        <button
          key={length}
          type="button"
          role="radio"
          aria-checked={length === selected}
          tabIndex={length === focusable ? 0 : -1}
          onClick={() => onSelect(length)}
          className={join(
            'flex min-h-13 flex-wrap items-center justify-between gap-x-3 rounded-control border px-3.5 py-1.5 text-start',
            length === selected ? 'border-brand bg-brand-soft text-brand-strong' : 'border-line',
          )}
        >
          <span className="font-semibold">{words.length(length)}</span>
          <span className="figures text-sm text-ink-2">
            {t('break.choose', { until: words.at(until) })}
          </span>
        </button>
      ))}
    </div>
  )
}

interface AskProps {
  kind: BreakKind
  choice: BreakChoice
  open: boolean
  onOpen: (open: boolean) => void
  onStart: (choice: BreakChoice) => void
}

function Ask({ kind, choice, open, onOpen, onStart }: AskProps) {
  const { t } = useTranslation(['limits', 'common'])
  const words = useLimitText()
  const name = kind === 'time_out' ? 'timeOut' : 'exclusion'
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpen(false)}
      title={t(`limits:break.${name}Title`)}
      text={t(`limits:break.${name}Text`, { until: words.at(choice.until) })}
      confirmLabel={t('limits:break.start')}
      onConfirm={() => onStart(choice)}
      danger
    />
  )
}
