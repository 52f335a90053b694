import { useTranslation } from 'react-i18next'
import { currency } from '#contract/payout.ts'
import { countryName } from '#i18n/countries.ts'

/** The names of kinds, banks, currencies and nationalities of withdrawal accounts. */
export function usePayoutText() {
  const { t, i18n } = useTranslation('cashier')
  return {
    currencyText: (code: string): string => {
      const known = currency.safeParse(code)
      return known.success ? t(`account.currencies.${known.data}`) : code
    },
    countryText: (code: string): string => countryName(i18n.language, code),
  }
}
