import type { Withdrawal } from '#contract/cashier.ts'
import { useCurrencyName } from '#features/cashier/currency-name.ts'
import { isolated } from '#rules/deceptive-text.ts'

/** The destination of a withdrawal in one line: the bank or currency, and the masked number. */
export function useDestination(): (destination: Withdrawal['destination']) => string {
  const currencyName = useCurrencyName()
  return ({ kind, bank, number }) => {
    // The number must not be broken across lines.
    const whole = number.replaceAll(' ', '\u00a0')
    return `${kind === 'bank_card' ? isolated(bank) : currencyName(bank)} ${whole}`
  }
}
