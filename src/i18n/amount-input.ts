import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountFormat, readDecimal } from '#rules/typed-number.ts'

/** The separators that the language uses in numbers. */
function separatorsOf(locale: string): AmountFormat {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12345.6)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimalSeparator: find('decimal'), groupSeparator: find('group') }
}

const PLAIN = /^\d+\.(\d+)$/

interface AmountInput {
  /** The value in the form: a plain decimal such as `1234.5`, or the text that could not be parsed. */
  amount: string
  onAmount: (amount: string) => void
  onLeave?: () => void
  /** Maximum number of decimals; 0 for a count. */
  decimals?: number
}

/**
 * The behaviour of a text field (ui/text-field.tsx) for an amount, price or count. Typed and pasted text follow the
 * same rules. The text stays as typed until the field loses the focus; then it shows the parsed value. Nothing is
 * truncated, rounded or clamped: the form rejects invalid values.
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
