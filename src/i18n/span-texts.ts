import type { Format } from '#i18n/format.ts'

/** The texts of both ends of a span of time, in ms. If they are on one day, that day is named once. */
export const spanTexts = (
  format: Pick<Format, 'date' | 'time' | 'dateTime'>,
  fromMs: number,
  toMs: number,
): { from: string; to: string } => ({
  from: format.dateTime(fromMs),
  to: format.date(fromMs) === format.date(toMs) ? format.time(toMs) : format.dateTime(toMs),
})
