const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const UNITS = [
  { unit: 'second', size: SECOND_MS, below: MINUTE_MS },
  { unit: 'minute', size: MINUTE_MS, below: HOUR_MS },
  { unit: 'hour', size: HOUR_MS, below: 2 * DAY_MS },
  { unit: 'day', size: DAY_MS, below: Number.POSITIVE_INFINITY },
] as const

/** A measured duration in a suitable unit, with at most one decimal, rounded up: 3.2 sec, 41 min, 5 days. */
export function spanText(locale: string, ms: number): string {
  const { unit, size } = UNITS.find(({ below }) => ms < below) ?? UNITS[3]
  const tenths = Math.ceil((ms * 10) / size) / 10
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: tenths < 10 ? 1 : 0,
  }).format(tenths < 10 ? tenths : Math.ceil(ms / size))
}
