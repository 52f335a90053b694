const made = new Map<string, Intl.DateTimeFormat>()

/** Formats the time of a record, to the millisecond and by the device's time zone. */
export function preciseTime(locale: string): Intl.DateTimeFormat {
  const format =
    made.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    })
  made.set(locale, format)
  return format
}
