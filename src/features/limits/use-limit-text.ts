import { MINUTE_MS } from '#contract/time.ts'
import { useTranslation } from 'react-i18next'
import type { OwnLimitKind, PauseLength } from '#contract/limits.ts'
import { KINDS } from '#features/limits/kinds.ts'
import { useFormat } from '#i18n/use-format.ts'
import { durationText } from '#i18n/duration-text.ts'

const LENGTHS: Record<PauseLength, readonly [count: number, unit: string]> = {
  hours_24: [24, 'hour'],
  hours_72: [72, 'hour'],
  days_7: [7, 'day'],
  days_30: [30, 'day'],
  months_6: [6, 'month'],
  year_1: [1, 'year'],
  years_5: [5, 'year'],
}

/** Formats values, times and durations of the user's own limits. */
export function useLimitText() {
  const { t, i18n } = useTranslation('limits')
  const format = useFormat()
  const value = (kind: OwnLimitKind, limit: bigint | null): string => {
    if (limit === null) return t(kind === 'session_minutes' ? 'off' : 'none')
    const { unit } = KINDS[kind]
    if (unit === 'amount') return format.money(limit)
    if (unit === 'count') return format.number(Number(limit))
    return durationText(i18n.language, Number(limit) * MINUTE_MS)
  }
  return {
    value,
    at: format.dateClock,
    length: (length: PauseLength): string => {
      const [count, unit] = LENGTHS[length]
      const style = { style: 'unit', unit, unitDisplay: 'long' } as const
      return new Intl.NumberFormat(i18n.language, style).format(count)
    },
  }
}
