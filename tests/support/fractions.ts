/** Exact fractions of whole numbers, for oracles. */

/** `under` is positive, and the two share no divisor. */
export interface Fraction {
  over: bigint
  under: bigint
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))

export function fraction(over: bigint, under: bigint): Fraction {
  const by = divisor(over < 0n ? -over : over, under)
  return { over: over / by, under: under / by }
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.over * b.under + b.over * a.under, a.under * b.under)

/** The whole part of a fraction that is not negative. */
export const wholeOf = ({ over, under }: Fraction): bigint => over / under
