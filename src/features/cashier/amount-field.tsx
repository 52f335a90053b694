import type { ClipboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountLimits, mostOf } from '#features/cashier/amounts.ts'
import {
  type AmountFormat,
  clampAmountInput,
  cleanAmountInput,
  cleanPastedAmount,
} from '#rules/amounts.ts'
import { TextField } from '#ui/text-field.tsx'

interface Props {
  label: string
  amount: string
  limits: AmountLimits
  onAmount: (text: string) => void
  onLeave: () => void
  error?: string | undefined
  hint?: ReactNode
  trailing?: ReactNode
  disabled?: boolean
}

function separatorsOf(locale: string): AmountFormat {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12345.6)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimalSeparator: find('decimal'), groupSeparator: find('group') }
}

/** What the rules change in the amount is seen here, before anything is confirmed. */
export function AmountField({ amount, limits, onAmount, onLeave, ...rest }: Props) {
  const { i18n } = useTranslation('cashier')
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault()
    onAmount(cleanPastedAmount(event.clipboardData.getData('text'), separatorsOf(i18n.language)))
  }
  return (
    <TextField
      {...rest}
      name="amount"
      value={amount}
      onValue={(text) => onAmount(cleanAmountInput(text))}
      onBlur={() => {
        if (amount !== '') onAmount(clampAmountInput(amount, mostOf(limits)))
        onLeave()
      }}
      onPaste={paste}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
    />
  )
}
