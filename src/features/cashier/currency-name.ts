import { useTranslation } from 'react-i18next'
import { currency } from '#contract/payout.ts'

/** The name of a currency by its code; the code itself when it is unknown. */
export function useCurrencyName(): (code: string) => string {
  const { t } = useTranslation('cashier')
  return (code) => {
    const known = currency.safeParse(code)
    return known.success ? t(`account.currencies.${known.data}`) : code
  }
}
