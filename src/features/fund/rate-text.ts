import { useMemo } from 'react'
import { type Format, useFormat } from '#i18n/format.ts'
import { perTenThousand } from '#rules/fund-income.ts'

const DAYS_A_YEAR = 365
const DAY_DECIMALS = 6

const rateText = (format: Format) => ({
  /** A year of it without compounding, exact: 50 is 1.8250 %. */
  annual: (dailyRate: number): string => format.percentFromMillionths(dailyRate * DAYS_A_YEAR),
  /** What 10,000.00 earn in a day: 50 is 0.50. */
  perTenThousand: (dailyRate: number): string => format.money(perTenThousand(dailyRate)),
  /** The factor itself: 50 is 0.000050. */
  factor: (dailyRate: number): string => format.price(dailyRate, DAY_DECIMALS),
})

/** A daily rate (millionths) as the language writes it. */
export function useRateText() {
  const format = useFormat()
  return useMemo(() => rateText(format), [format])
}
