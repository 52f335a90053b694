import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '#forms/amounts.ts'
import { useFormat } from '#i18n/use-format.ts'
import { parseAmount } from '#rules/amounts.ts'
import { type AmountFormat, readDecimal } from '#rules/typed-number.ts'

/** The separators that the language uses in numbers. */
function separatorsOf(locale: string): AmountFormat {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12345.6)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimalSeparator: find('decimal'), groupSeparator: find('group') }
}

const PLAIN = /^\d+\.(\d+)$/

const NOT_IN_A_NUMBER = /[^\p{Nd}.,'\s\u2019\u066b\u066c\u3001\u3002\uff0c\uff0e\uff61\uff64]/gu

/**
 * The text that the field shows for what was typed. Text that can be read stays as it is. In other text, whatever is
 * not part of a number does not appear, nor do decimals after the last one that the field takes.
 */
function cleaned(text: string, format: AmountFormat, decimals: number): string {
  const isRead = (one: string): boolean => readDecimal(one, format, decimals) !== null
  if (isRead(text)) return text
  const number = text.replace(NOT_IN_A_NUMBER, '')
  if (number === '') return /\p{Nd}/u.test(text) ? text : ''
  if (isRead(number)) return number
  const [whole = '', fraction, more] = number.split(format.decimalSeparator)
  const isLong = fraction !== undefined && more === undefined && decimals > 0
  const short = isLong ? `${whole}${format.decimalSeparator}${fraction.slice(0, decimals)}` : number
  return isRead(short) ? short : text
}

/** What leaving the field makes of an amount: zero becomes 1, and more than the maximum becomes the maximum. */
function bounded(amount: string, maximum: bigint | undefined): string {
  const minor = parseAmount(amount)
  if (minor === null || maximum === undefined || maximum <= 0n) return amount
  if (minor <= 0n) return '1'
  return minor > maximum ? fieldText(maximum) : amount
}

/** The change came with a tap, which was meant for the amount before it. That tap must not send anything. */
function swallowTap(): void {
  const stop = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  const over = (): void => {
    removeEventListener('click', stop, true)
    removeEventListener('pointerdown', over, true)
    removeEventListener('keydown', over, true)
  }
  addEventListener('click', stop, true)
  // The next tap, or a key, is meant for what is shown by then.
  setTimeout(() => {
    addEventListener('pointerdown', over, true)
    addEventListener('keydown', over, true)
  })
}

interface AmountInput {
  /** The value in the form: a plain decimal such as `1234.5`, or the text that could not be parsed. */
  amount: string
  onAmount: (amount: string) => void
  onLeave?: () => void
  /** In minor units. Where it is given, leaving the field changes zero to 1 and a higher amount to this one. */
  maximum?: bigint
  /** Maximum number of decimals; 0 for a count. */
  decimals?: number
}

/**
 * The behaviour of a text field (ui/text-field.tsx) for an amount, price or count. Typed and pasted text follow the
 * same rules. The readable text stays as typed until the field loses the focus; then it shows the parsed value. `note`
 * says what leaving the field changed, until the next input.
 */
export function useAmountInput(input: AmountInput) {
  const { amount, onAmount, onLeave, maximum, decimals = 2 } = input
  const { t, i18n } = useTranslation('common')
  const { money } = useFormat()
  const format = separatorsOf(i18n.language)
  const [typed, setTyped] = useState({ text: '', amount: '' })
  const [changedTo, setChangedTo] = useState<string | null>(null)
  const put = (given: string): void => {
    const text = cleaned(given, format, decimals)
    const read = readDecimal(text, format, decimals) ?? text
    setChangedTo(null)
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
      const within = bounded(amount, maximum)
      if (within !== amount) {
        setChangedTo(within)
        onAmount(within)
        swallowTap()
      }
      onLeave?.()
    },
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      event.preventDefault()
      put(event.clipboardData.getData('text'))
    },
    inputMode: decimals === 0 ? ('numeric' as const) : ('decimal' as const),
    autoComplete: 'off',
    enterKeyHint: 'done' as const,
    note:
      changedTo === null || changedTo !== amount
        ? null
        : t(changedTo === '1' ? 'amount.raised' : 'amount.lowered', {
            amount: money(parseAmount(changedTo) ?? 0n),
          }),
  }
}
