import { useTranslation } from 'react-i18next'
import type { FundRate } from '#contract/fund.ts'

/** Who stands for a rate: two operators, or the example curve, named as what it is. */
export function useRateNames(): (rate: Pick<FundRate, 'by'>) => string {
  const { t } = useTranslation('fund')
  return ({ by }) => {
    const [first, second] = by
    return second === undefined
      ? `${t('state.exampleCurve')} · ${first}`
      : t('rules.rates.two', { first, second })
  }
}
