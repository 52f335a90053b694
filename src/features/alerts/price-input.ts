/** A price as it is typed: the language's decimal separator, never more decimals than the product has. */
import type { AmountFormat } from '#rules/amounts.ts'

const WHOLE_DIGITS = 10

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** After each keystroke: a comma or a dot is the decimal separator, whichever the keyboard has. */
export function cleanPriceInput(text: string, decimals: number, format: AmountFormat): string {
  const narrow = text.normalize('NFKC').replaceAll('。', '.')
  const at = narrow.search(/[.,]/)
  const head = at < 0 ? narrow : narrow.slice(0, at)
  const whole = digitsOf(head)
    .replace(/^0+(?=\d)/, '')
    .slice(0, WHOLE_DIGITS)
  if (at < 0 || decimals === 0) return whole
  const fraction = digitsOf(narrow.slice(at + 1)).slice(0, decimals)
  return `${whole || '0'}${format.decimalSeparator}${fraction}`
}

/** A pasted text, read as the language writes numbers: its group separators go first. */
export function cleanPastedPrice(text: string, decimals: number, format: AmountFormat): string {
  const { groupSeparator } = format
  const plain = groupSeparator === '' ? text : text.replaceAll(groupSeparator, '')
  return cleanPriceInput(plain, decimals, format)
}

/** The product's scaled integer; null: nothing typed, or no price above zero. */
export function scaledPrice(text: string, decimals: number): number | null {
  const [whole = '', fraction = ''] = text.split(/[.,]/)
  const digits = whole + fraction.padEnd(decimals, '0')
  if (!/^\d{1,15}$/.test(digits) || text === '') return null
  const scaled = Number.parseInt(digits, 10)
  return scaled > 0 ? scaled : null
}

/** A scaled integer as it would be typed. */
export function priceInput(scaled: number, decimals: number, format: AmountFormat): string {
  const digits = String(scaled).padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  return digits.slice(0, -decimals) + format.decimalSeparator + digits.slice(-decimals)
}
