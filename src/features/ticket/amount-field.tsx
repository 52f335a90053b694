import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PRESETS, type TicketAction } from '#features/ticket/ticket-model.ts'
import { useAmountInput } from '#i18n/amount-input.ts'
import { useFormat } from '#i18n/use-format.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  amount: string
  disabled: boolean
  issue: string | undefined
  hint: ReactNode
  dispatch: (action: TicketAction) => void
}

const chip =
  'min-h-touch flex-1 rounded-lg bg-sunken px-1 text-sm font-medium active:bg-line disabled:opacity-50'

/** The amount with its presets and its issue. */
export function AmountField({ amount, disabled, issue, hint, dispatch }: Props) {
  const { t } = useTranslation('ticket')
  const format = useFormat()
  const input = useAmountInput({ amount, onAmount: (text) => dispatch({ type: 'typed', text }) })
  return (
    <div className="flex flex-col gap-2">
      <TextField {...input} label={t('amount')} disabled={disabled} error={issue} hint={hint} />
      <div role="group" aria-label={t('presets')} className="flex flex-wrap gap-1.5">
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
