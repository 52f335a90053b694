import type { ClipboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountLimits, mostOf } from '#lib/amounts.ts'
import {
  type AmountFormat,
  clampAmountInput,
  cleanAmountInput,
  cleanPastedAmount,
} from '#rules/amounts.ts'

/** How the language writes numbers, for what is pasted. */
export function separatorsOf(locale: string): AmountFormat {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12345.6)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimalSeparator: find('decimal'), groupSeparator: find('group') }
}

interface AmountInput {
  amount: string
  limits: AmountLimits
  onAmount: (text: string) => void
  onLeave: () => void
}

/** What an amount's text field (ui/text-field.tsx) does with keys and pastes, and on leaving it: one way everywhere. */
export function useAmountInput({ amount, limits, onAmount, onLeave }: AmountInput) {
  const { i18n } = useTranslation('common')
  return {
    value: amount,
    onValue: (text: string) => onAmount(cleanAmountInput(text)),
    onBlur: () => {
      if (amount !== '') onAmount(clampAmountInput(amount, mostOf(limits)))
      onLeave()
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault()
      onAmount(cleanPastedAmount(event.clipboardData.getData('text'), separatorsOf(i18n.language)))
    },
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    enterKeyHint: 'done' as const,
  }
}
