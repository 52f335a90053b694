/** The names of methods, currencies and destinations of money in the current language. */
import { useTranslation } from 'react-i18next'
import type { DepositMethod, Withdrawal } from '#contract/cashier.ts'
import { currency } from '#contract/payout.ts'
import { isolated } from '#rules/deceptive-text.ts'

/** The name of a currency by its code; the code itself when it is unknown. */
function useCurrencyName(): (code: string) => string {
  const { t } = useTranslation('cashier')
  return (code) => {
    const known = currency.safeParse(code)
    return known.success ? t(`account.currencies.${known.data}`) : code
  }
}

/** The name of a deposit method; its id while the terms are not known. */
export function useMethodName(methods: readonly DepositMethod[]): (id: string) => string {
  const { t } = useTranslation('cashier')
  const currencyName = useCurrencyName()
  return (id) => {
    const method = methods.find((one) => one.id === id)
    if (method === undefined) return id
    if (method.kind === 'bank') return t('deposit.methods.bank')
    return t('deposit.methods.currency', { currency: currencyName(method.currency ?? id) })
  }
}

/** The destination of a withdrawal in one line: the bank or currency, and the masked number. */
export function useDestination(): (destination: Withdrawal['destination']) => string {
  const currencyName = useCurrencyName()
  return ({ kind, bank, number }) => {
    // The number must not be broken across lines.
    const whole = number.replaceAll(' ', '\u00a0')
    return `${kind === 'bank_card' ? isolated(bank) : currencyName(bank)} ${whole}`
  }
}
