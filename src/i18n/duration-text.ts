import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'

/** A duration in the short units of the language: 30 sec, 1 min, 15 min. */
export function durationText(locale: string, durationMs: number): string {
  const minutes = durationMs % MINUTE_MS === 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: minutes ? 'minute' : 'second',
    unitDisplay: 'short',
  }).format(durationMs / (minutes ? MINUTE_MS : SECOND_MS))
}
