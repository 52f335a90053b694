import { useTranslation } from 'react-i18next'
import type { DepositMethod } from '#contract/cashier.ts'
import { useCurrencyName } from '#features/cashier/currency-name.ts'

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
