import { useFormat } from '#i18n/use-format.ts'

const MILLION = 1_000_000n
const CARRY_DIGITS = 6

/** Formats amounts to the millionth of a cent, the precision of the carry. */
export function useExactText() {
  const format = useFormat()
  return {
    /** In millionths of a cent: 50,300,000 is 0.50300000. In every language an amount ends with the cents. */
    exact: (millionths: bigint): string =>
      format.money(millionths / MILLION) +
      (millionths % MILLION).toString().padStart(CARRY_DIGITS, '0'),
  }
}
