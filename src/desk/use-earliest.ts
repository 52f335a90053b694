import { useAtomValue } from 'jotai'
import type { Day } from '#contract/scalars.ts'
import { earliestDay } from '#desk/rate-form.ts'
import { useToday } from '#features/fund/use-today.ts'
import { topicAtom } from '#streams'

/** The first possible day of a new rate; null when it is not known yet. */
export function useEarliest(): Day | null {
  const today = useToday()
  const rates = useAtomValue(topicAtom('rates'))
  return 'value' in rates ? earliestDay(rates.value, today) : null
}
