import { useTranslation } from 'react-i18next'
import { Refusal } from '#components/refusal.tsx'
import type { OwnLimitKind } from '#contract/limits.ts'
import { LimitForm } from '#features/limits/limit-form-view.tsx'
import { useLimitChange } from '#features/limits/use-limit-change.ts'
import { useLimitText } from '#features/limits/use-limit-text.ts'
import { refusalOf } from '#forms/form.ts'
import { useSubmission } from '#forms/use-submission.ts'
import { LOOSER_AFTER_MS, type OwnLimit } from '#rules/own-limits.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'

interface Props {
  kind: OwnLimitKind
  /** The current state of the limit. */
  limit: OwnLimit<bigint>
  serverNow: number
  onClose: () => void
}

/**
 * One limit: what it does, its current and planned values, the form for a new value, and buttons to remove the limit or
 * cancel the planned change.
 */
export function LimitSheet(props: Props) {
  const { kind, limit, onClose } = props
  const { t } = useTranslation(['limits', 'common'])
  const words = useLimitText()
  return (
    <Sheet open onClose={onClose} title={t(`limits:kinds.${kind}.title`)}>
      <div className="flex flex-col gap-4 py-1">
        <div className="flex flex-col gap-1">
          <p className="text-sm text-ink-2">{t(`limits:kinds.${kind}.about`)}</p>
          <p className="figures text-sm font-semibold">
            {t('limits:sheet.inForce', { value: words.value(kind, limit.value) })}
          </p>
        </div>
        {limit.pending !== null && <Planned {...props} />}
        <LimitForm {...props} />
        {limit.value !== null && <Remove {...props} />}
      </div>
    </Sheet>
  )
}

/** The planned change, with a button to cancel it. */
function Planned({ kind, limit, onClose }: Props) {
  const { t } = useTranslation('limits')
  const words = useLimitText()
  const { busy, run } = useSubmission()
  const { send, tell } = useLimitChange(kind, true)
  const { value, pending } = limit
  if (pending === null) return null
  const keep = (): void =>
    void run(
      () => send(value),
      ({ limits }) => {
        tell(limits, value)
        onClose()
      },
    )
  const texts = { value: words.value(kind, pending.value), at: words.at(pending.at) }
  return (
    <Notice tone="info">
      <p className="figures font-semibold">{t('pending', texts)}</p>
      <p className="mt-2">
        <Button variant="secondary" size="sm" busy={busy} onClick={keep}>
          {t('sheet.keep', { value: words.value(kind, value) })}
        </Button>
      </p>
    </Notice>
  )
}

function Remove({ kind, limit, serverNow, onClose }: Props) {
  const { t } = useTranslation('limits')
  const words = useLimitText()
  const { submission, busy, run } = useSubmission()
  const { send, tell } = useLimitChange(kind, false)
  if (limit.pending !== null && limit.pending.value === null) return null
  const remove = (): void =>
    void run(
      () => send(null),
      ({ limits }) => {
        tell(limits, null)
        onClose()
      },
    )
  return (
    <div className="flex flex-col gap-1.5 border-t border-line/60 pt-3">
      <Button variant="danger" block busy={busy} onClick={remove}>
        {t('sheet.remove')}
      </Button>
      <p className="text-center text-xs text-ink-3">
        {t('sheet.removeLater', { at: words.at(serverNow + LOOSER_AFTER_MS) })}
      </p>
      <Refusal error={refusalOf(submission)} />
    </div>
  )
}
