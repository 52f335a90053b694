import { useAtomValue } from 'jotai'
import type { Day } from '#contract/scalars.ts'
import { earliestDay } from '#desk/rate-form.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { dayOf } from '#rules/business-day.ts'
import { ratesAtom, streamsAtom } from '#streams'

/** The day of the business zone, by the server's clock. */
export function useToday(): Day {
  const streams = useAtomValue(streamsAtom)
  useSeconds()
  return dayOf(streams?.serverNow() ?? 0)
}

/** The first day that a rate may have now; null: not known yet. */
export function useEarliest(): Day | null {
  const today = useToday()
  const rates = useAtomValue(ratesAtom)
  return 'value' in rates ? earliestDay(rates.value, today) : null
}
