import type { ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { PRESETS, type TicketAction } from '#features/ticket/ticket-model.ts'
import { separatorsOf } from '#i18n/amount-input.ts'
import { useFormat } from '#i18n/format.ts'
import { cleanPastedAmount } from '#rules/amounts.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  amount: string
  disabled: boolean
  issue: string | undefined
  hint: string
  dispatch: (action: TicketAction) => void
}

const chip =
  'min-h-touch flex-1 rounded-lg bg-sunken px-1 text-sm font-medium active:bg-line disabled:opacity-50'

/** The amount with its presets; what the rules change in it is seen here before anything is confirmed. */
export function AmountField({ amount, disabled, issue, hint, dispatch }: Props) {
  const { t, i18n } = useTranslation('ticket')
  const format = useFormat()
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault()
    const text = event.clipboardData.getData('text')
    dispatch({ type: 'typed', text: cleanPastedAmount(text, separatorsOf(i18n.language)) })
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('amount')}
        value={amount}
        onValue={(text) => dispatch({ type: 'typed', text })}
        onBlur={() => dispatch({ type: 'left' })}
        onPaste={paste}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        disabled={disabled}
        error={issue}
        hint={hint}
      />
      <div role="group" aria-label={t('presets')} className="flex gap-1.5">
        {PRESETS.map((stake) => (
          <button
            key={stake}
            type="button"
            disabled={disabled}
            onClick={() => dispatch({ type: 'preset', stake })}
            className={`figures ${chip}`}
          >
            {format.number(Number(stake / 100n))}
          </button>
        ))}
        <button
          type="button"
          disabled={disabled}
          onClick={() => dispatch({ type: 'max' })}
          className={chip}
        >
          {t('max')}
        </button>
      </div>
    </div>
  )
}
