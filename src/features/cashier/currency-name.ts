import { useTranslation } from 'react-i18next'
import { currency } from '#contract/payout.ts'

/** A currency's name by its code; the code itself where it is none of ours. */
export function useCurrencyName(): (code: string) => string {
  const { t } = useTranslation('cashier')
  return (code) => {
    const known = currency.safeParse(code)
    return known.success ? t(`account.currencies.${known.data}`) : code
  }
}
