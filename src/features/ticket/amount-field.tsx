import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PRESETS, type TicketAction } from '#features/ticket/ticket-model.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useFormat } from '#i18n/use-format.ts'
import { join } from '#ui/join.ts'

interface Props {
  amount: string
  /** In minor units; a higher amount becomes this one when the field is left. */
  maximum: bigint
  disabled: boolean
  issue: string | undefined
  dispatch: (action: TicketAction) => void
}

const STEP =
  'inline-flex size-12 shrink-0 items-center justify-center rounded-control bg-sunken text-ink active:bg-line disabled:opacity-50'
const CHIP =
  'min-h-touch min-w-fit flex-1 rounded-lg bg-sunken px-1.5 text-sm font-medium active:bg-line disabled:opacity-50'

/** The amount between a minus and a plus, with its issue below. */
export function AmountField({ amount, maximum, disabled, issue, dispatch }: Props) {
  const { t } = useTranslation('ticket')
  const id = useId()
  const { note, onValue, ...input } = useAmountInput({
    amount,
    maximum,
    onAmount: (text) => dispatch({ type: 'typed', text }),
  })
  const wrong = issue !== undefined
  const step = (up: boolean): void => dispatch({ type: 'step', up })
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <label htmlFor={id} className="sr-only">
        {t('amount')}
      </label>
      <div className="flex gap-1.5">
        <button
          type="button"
          aria-label={t('less')}
          disabled={disabled}
          onClick={() => step(false)}
          className={STEP}
        >
          <Minus aria-hidden size={20} />
        </button>
        <input
          {...input}
          id={id}
          disabled={disabled}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={wrong || undefined}
          aria-describedby={`${id}-note`}
          className={join(
            'figures min-h-12 min-w-0 flex-1 rounded-control border bg-surface px-2 text-center text-lg font-semibold',
            'focus-visible:outline-2 disabled:opacity-50',
            wrong
              ? 'border-danger focus-visible:outline-danger'
              : 'border-line-strong/60 focus-visible:outline-brand',
          )}
        />
        <button
          type="button"
          aria-label={t('more')}
          disabled={disabled}
          onClick={() => step(true)}
          className={STEP}
        >
          <Plus aria-hidden size={20} />
        </button>
      </div>
      <div id={`${id}-note`} className="text-xs empty:hidden">
        {wrong && (
          <p role="alert" className="text-danger">
            {issue}
          </p>
        )}
        {note !== null && <p className="text-ink-2">{note}</p>}
      </div>
    </div>
  )
}

/** Amounts that are put in by one tap. They are hidden where the window is low, which leaves the chart more. */
export function Presets({ disabled, dispatch }: Pick<Props, 'disabled' | 'dispatch'>) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  return (
    <div
      role="group"
      aria-label={t('presets')}
      className="flex gap-1.5 [@media(max-height:42rem)]:hidden"
    >
      {PRESETS.map((stake) => (
        <button
          key={stake}
          type="button"
          disabled={disabled}
          onClick={() => dispatch({ type: 'preset', stake })}
          className={`figures ${CHIP}`}
        >
          {format.number(Number(stake / 100n))}
        </button>
      ))}
      <button
        type="button"
        disabled={disabled}
        onClick={() => dispatch({ type: 'max' })}
        className={CHIP}
      >
        {t('max')}
      </button>
    </div>
  )
}
