import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountFormat, readDecimal } from '#rules/amounts.ts'

/** How the language writes numbers. */
function separatorsOf(locale: string): AmountFormat {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(12345.6)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimalSeparator: find('decimal'), groupSeparator: find('group') }
}

const PLAIN = /^\d+\.(\d+)$/

interface AmountInput {
  /** What the form holds: a plain decimal such as `1234.5`, or the text that could not be understood. */
  amount: string
  onAmount: (amount: string) => void
  onLeave?: () => void
  /** At most so many decimals; 0 for a count. */
  decimals?: number
}

/**
 * What the text field (ui/text-field.tsx) of an amount, price or count does. What is typed and what is pasted are read
 * by the same rule. The text stays as it was typed until the field is left; then it shows what was understood. Nothing
 * is cut off, rounded or clamped: the form refuses what it cannot take.
 */
export function useAmountInput({ amount, onAmount, onLeave, decimals = 2 }: AmountInput) {
  const { i18n } = useTranslation('common')
  const format = separatorsOf(i18n.language)
  const [typed, setTyped] = useState({ text: '', amount: '' })
  const put = (text: string): void => {
    const read = readDecimal(text, format, decimals) ?? text
    setTyped({ text, amount: read })
    onAmount(read)
  }
  const fraction = PLAIN.exec(amount)?.[1]
  const isPlain = fraction !== undefined && fraction.length <= decimals
  const understood = isPlain ? amount.replace('.', format.decimalSeparator) : amount
  return {
    value: typed.amount === amount ? typed.text : understood,
    onValue: put,
    onBlur: () => {
      setTyped({ text: '', amount: '' })
      onLeave?.()
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault()
      put(event.clipboardData.getData('text'))
    },
    inputMode: decimals === 0 ? ('numeric' as const) : ('decimal' as const),
    autoComplete: 'off',
    enterKeyHint: 'done' as const,
  }
}
