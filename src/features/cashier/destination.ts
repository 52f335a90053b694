import type { Withdrawal } from '#contract/cashier.ts'
import { useCurrencyName } from '#features/cashier/currency-name.ts'
import { isolated } from '#rules/deceptive-text.ts'

/** Where a withdrawal goes, in one line: the bank or currency, and the number masked. */
export function useDestination(): (destination: Withdrawal['destination']) => string {
  const currencyName = useCurrencyName()
  return ({ kind, bank, number }) => {
    // No line ends within the number.
    const whole = number.replaceAll(' ', '\u00a0')
    return `${kind === 'bank_card' ? isolated(bank) : currencyName(bank)} ${whole}`
  }
}
