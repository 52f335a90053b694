import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'

/** The operators who approved a rate, or the label of the example curve. */
export function useRateNames(): (rate: Pick<FundRate, 'by'>) => string {
  const { t } = useTranslation('fund')
  return ({ by }) => {
    const [first, second] = by
    return second === undefined
      ? `${t('state.exampleCurve')} · ${first}`
      : t('rules.rates.two', { first, second })
  }
}
