/** Scaled integers are exact up to this number of digits. */
const DIGITS = /^\d{1,15}$/

/** Converts a plain decimal to the product's scaled integer; null when it is not a price of this product. */
export function scaledPrice(text: string, decimals: number): number | null {
  const [whole = '', fraction = '', more] = text.split('.')
  const digits = whole + fraction.padEnd(decimals, '0')
  if (whole === '' || more !== undefined || fraction.length > decimals) return null
  return DIGITS.test(digits) ? Number.parseInt(digits, 10) : null
}
