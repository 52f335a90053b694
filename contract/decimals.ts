/** Decimal texts of whole numbers of small units, such as cents. Exact, for texts without signs of groups. */

/** Writes a number of units of 10^-decimals, with all decimals: -1250 with two is `-12.50`. */
export function decimalText(units: bigint | number, decimals: number): string {
  const digits = `${units}`.replace('-', '').padStart(decimals + 1, '0')
  const whole = `${units < 0 ? '-' : ''}${digits.slice(0, digits.length - decimals)}`
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
}

/** Writes it without zeros at its end: 12300 with three is `12.3`. */
export const shortDecimal = (units: bigint | number, decimals: number): string =>
  decimals === 0 ? `${units}` : decimalText(units, decimals).replace(/\.?0+$/, '')

/** Reads a plain decimal in units of 10^-decimals. It must not have more decimals than that. */
export function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
