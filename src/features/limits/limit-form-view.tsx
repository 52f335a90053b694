import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnLimitKind, OwnLimits } from '#contract/limits.ts'
import { FormFrame } from '#components/form-frame.tsx'
import { KINDS } from '#features/limits/kinds.ts'
import {
  checkLimit,
  effectOf,
  type LimitFields,
  limitsOf,
  textOf,
  valueOf,
} from '#features/limits/limit-form.ts'
import { useLimitChange } from '#features/limits/use-limit-change.ts'
import { useLimitText } from '#features/limits/use-limit-text.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useAmountText } from '#i18n/amount-text.ts'
import { useFields } from '#i18n/fields.ts'
import { type FormHandle, useForm } from '#forms/use-form.ts'
import { formSchema } from '#forms/form.ts'
import { LOOSER_AFTER_MS, type OwnLimit } from '#rules/own-limits.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  kind: OwnLimitKind
  limit: OwnLimit<bigint>
  serverNow: number
  onClose: () => void
}

/** The new value, typed or chosen. What saving it means is shown above the button. */
export function LimitForm({ kind, limit, serverNow, onClose }: Props) {
  const { t } = useTranslation('limits')
  const { send, tell } = useLimitChange(kind, false)
  const made = useRef<OwnLimits | null>(null)
  const handle = useForm({
    initial: { value: textOf(kind, limit.value) },
    schema: formSchema<LimitFields>((fields) => checkLimit(kind, fields)),
    places: { validation_failed: 'value' },
    send: async (fields) => {
      const answer = await send(valueOf(kind, fields.value))
      if (answer.ok) made.current = answer.value.limits
      return answer
    },
    onAccepted: () => {
      if (made.current !== null) tell(made.current, valueOf(kind, handle.form.fields.value))
      onClose()
    },
  })
  const { form, change } = handle
  const value = 'value' in checkLimit(kind, form.fields) ? null : valueOf(kind, form.fields.value)
  const same = value !== null && effectOf(limit, value) === 'same' && limit.pending === null
  return (
    <FormFrame handle={handle} submitLabel={t('sheet.save')} disabled={same} className="gap-3">
      <ValueField kind={kind} handle={handle} />
      <QuickValues kind={kind} onValue={(quick) => change('value', textOf(kind, quick))} />
      {value !== null && (
        <EffectText kind={kind} limit={limit} value={value} serverNow={serverNow} />
      )}
    </FormFrame>
  )
}

function ValueField({ kind, handle }: { kind: OwnLimitKind; handle: FormHandle<LimitFields> }) {
  const { t } = useTranslation('limits')
  const words = useLimitText()
  const { form, summary, change, leave } = handle
  const { textOf: issueText } = useFields(handle)
  const amountText = useAmountText()
  const { unit, minimum, maximum } = KINDS[kind]
  const input = useAmountInput({
    amount: form.fields.value,
    onAmount: (text) => change('value', text),
    onLeave: () => leave('value'),
    decimals: unit === 'amount' ? 2 : 0,
  })
  const error = (): string | undefined => {
    const issue = summary.refusals.value === undefined ? summary.issues.value : undefined
    if (issue === undefined) return issueText('value')
    if (unit === 'amount') return amountText(issue, limitsOf(kind))
    return issue === 'format' ? t('sheet.whole') : issueText('value')
  }
  const bounds = { minimum: words.value(kind, minimum), maximum: words.value(kind, maximum) }
  return (
    <TextField
      {...input}
      figure
      name="value"
      label={t(`sheet.${unit}`)}
      error={error()}
      hint={<span className="figures">{t('sheet.range', bounds)}</span>}
    />
  )
}

function QuickValues({ kind, onValue }: { kind: OwnLimitKind; onValue: (limit: bigint) => void }) {
  const { t } = useTranslation('limits')
  const words = useLimitText()
  return (
    <div role="group" aria-label={t('sheet.quick')} className="grid grid-cols-4 gap-1.5">
      {KINDS[kind].quick.map((limit) => (
        <button
          key={limit}
          type="button"
          onClick={() => onValue(limit)}
          className="figures min-h-touch min-w-0 rounded-lg bg-sunken px-1 text-sm font-medium active:bg-line"
        >
          {KINDS[kind].unit === 'amount'
            ? words.value(kind, limit).replace(/[.,]00$/, '')
            : words.value(kind, limit)}
        </button>
      ))}
    </div>
  )
}

function EffectText(props: Omit<Props, 'onClose'> & { value: bigint }) {
  const { kind, limit, value, serverNow } = props
  const { t } = useTranslation('limits')
  const words = useLimitText()
  const effect = effectOf(limit, value)
  const texts = { value: words.value(kind, limit.value), at: words.at(serverNow + LOOSER_AFTER_MS) }
  return (
    <p role="status" className="text-sm text-ink-2">
      {t(`sheet.${effect}`, texts)}
    </p>
  )
}
