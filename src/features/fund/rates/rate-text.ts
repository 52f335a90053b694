import { useMemo } from 'react'
import type { Format } from '#i18n/format.ts'
import { useFormat } from '#i18n/use-format.ts'
import { perTenThousand } from '#rules/fund-income.ts'

const DAYS_A_YEAR = 365
const DAY_DECIMALS = 6

const rateText = (format: Format) => ({
  /** The yearly rate without compounding, exact: 50 is 1.8250 %. */
  annual: (dailyRate: number): string => format.percentFromMillionths(dailyRate * DAYS_A_YEAR),
  /** The income of 10,000.00 per day: 50 is 0.50. */
  perTenThousand: (dailyRate: number): string => format.money(perTenThousand(dailyRate)),
  /** The factor itself: 50 is 0.000050. */
  factor: (dailyRate: number): string => format.price(dailyRate, DAY_DECIMALS),
})

/** Formats a daily rate (millionths) in the current language. */
export function useRateText() {
  const format = useFormat()
  return useMemo(() => rateText(format), [format])
}
