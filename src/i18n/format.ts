/** The one place that formats numbers, amounts and times. It needs no React, so the offline page uses it as well. */
import { dateLocale, dateParts, type Language } from '#i18n/languages.ts'

const MINUS = '−'

/** Formats numbers, amounts and times for a language. The results are for display and are never parsed. */
export interface Format {
  /** A scaled integer price: `price(108345, 5)` is 1.08345. */
  price(scaled: number, decimals: number): string
  /** Minor units (1/100), always with two decimals. */
  money(minor: bigint): string
  /** Like `money`, with a plus or minus sign; zero has no sign. */
  signedMoney(minor: bigint): string
  /** Basis points as a percentage: 8500 is 85 %. */
  percentFromBps(bps: number): string
  /** The profit that an order pays, with a plus: `+84%`. */
  profitFromBps(bps: number): string
  /** Millionths as a percentage, always with four decimals: 18250 is 1.8250 %. */
  percentFromMillionths(millionths: number): string
  /** Like `percentFromBps`, with two decimals and a sign. */
  signedPercentFromBps(bps: number): string
  number(value: number): string
  /** Large numbers, abbreviated: 12.3M. */
  compact(value: number): string
  time(ms: number): string
  /** To the millisecond, as records have it: 22:30:05.250. */
  preciseTime(ms: number): string
  /** Without seconds: 14:05. */
  clock(ms: number): string
  /** The month is a word in English, and numbers elsewhere: 6 Mar 2026, 06.03.2026. */
  date(ms: number): string
  /** A moment of the past, with seconds: 6 Mar 2026, 22:30:05. */
  dateTime(ms: number): string
  /** A moment of which the seconds do not matter, such as a deadline: 6 Mar 2026, 22:30. */
  dateClock(ms: number): string
  /** A moment within a week: Fri 22:30, 金曜 22:30. */
  weekdayTime(ms: number): string
  /** The device's time zone: Europe/Berlin. */
  readonly zone: string
  /** The remaining time, rounded up to the second: 0:59, 1:02:03. Never below zero. */
  countdown(leftMs: number): string
}

function signed(negative: boolean, zero: boolean, text: string): string {
  if (zero) return text
  return (negative ? MINUS : '+') + text
}

/** Creates a formatter when it is first used: each takes a slow phone 2 ms, and a page needs few of them. */
function lazy<T>(create: () => T): () => T {
  let created: { formatter: T } | null = null
  return () => (created ??= { formatter: create() }).formatter
}

function moneyWriter(locale: string): (minor: bigint) => string {
  const whole = lazy(() => new Intl.NumberFormat(locale))
  const point = lazy(
    () =>
      whole()
        .formatToParts(1.5)
        .find((part) => part.type === 'decimal')?.value ?? '.',
  )
  return (minor) => {
    const size = minor < 0n ? -minor : minor
    const cents = (size % 100n).toString().padStart(2, '0')
    return `${minor < 0n ? MINUS : ''}${whole().format(size / 100n)}${point()}${cents}`
  }
}

export function priceWriter(locale: string): Format['price'] {
  const writers = new Map<number, Intl.NumberFormat>()
  return (scaled, decimals) => {
    let writer = writers.get(decimals)
    if (writer === undefined) {
      writer = new Intl.NumberFormat(locale, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })
      writers.set(decimals, writer)
    }
    return writer.format(scaled / 10 ** decimals)
  }
}

/** Hours and minutes as all times have them: 14:05. */
export const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
export const CLOCK_WITH_SECONDS = { ...CLOCK, second: '2-digit' } as const

/** Creates writers of dates and times in the device's time zone, or in the given one. */
export const dateWriters =
  (locale: string, timeZone?: string) =>
  (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
    lazy(
      () =>
        new Intl.DateTimeFormat(dateLocale(locale), {
          calendar: 'gregory',
          ...(timeZone !== undefined && { timeZone }),
          ...options,
        }),
    )

/** Languages whose own pattern puts the weekday in brackets, which does not fit into a sentence: 22:30 (金). */
const BARE_WEEKDAY: readonly Language[] = ['ja', 'ko']

/** `timeZone` is for tests; the default is the device's time zone. */
export function createFormat(locale: Language, timeZone?: string): Format {
  const day = dateParts(locale)
  const writer = dateWriters(locale, timeZone)
  const figures = (options: Intl.NumberFormatOptions): (() => Intl.NumberFormat) =>
    lazy(() => new Intl.NumberFormat(locale, options))
  const times = writer(CLOCK_WITH_SECONDS)
  const precise = writer({ ...CLOCK_WITH_SECONDS, fractionalSecondDigits: 3 })
  const clocks = writer(CLOCK)
  const dates = writer(day)
  const both = writer({ ...day, ...CLOCK_WITH_SECONDS })
  const minutes = writer({ ...day, ...CLOCK })
  const weekdays = writer({ weekday: BARE_WEEKDAY.includes(locale) ? 'long' : 'short' })
  const week = writer({ ...CLOCK, weekday: 'short' })
  const plain = figures({ maximumFractionDigits: 8 })
  const short = figures({ notation: 'compact', maximumFractionDigits: 2 })
  const percent = figures({ style: 'percent', maximumFractionDigits: 2 })
  const exact = figures({ style: 'percent', minimumFractionDigits: 4 })
  const rise = figures({ style: 'percent', minimumFractionDigits: 2 })
  const money = moneyWriter(locale)
  return {
    price: priceWriter(locale),
    money,
    signedMoney: (minor) => signed(minor < 0n, minor === 0n, money(minor < 0n ? -minor : minor)),
    percentFromBps: (bps) => percent().format(bps / 10_000),
    profitFromBps: (bps) => signed(false, bps === 0, percent().format(bps / 10_000)),
    percentFromMillionths: (millionths) => exact().format(millionths / 1_000_000),
    signedPercentFromBps: (bps) =>
      signed(bps < 0, bps === 0, rise().format(Math.abs(bps) / 10_000)),
    number: (value) => plain().format(value),
    compact: (value) => short().format(value),
    time: (ms) => times().format(ms),
    preciseTime: (ms) => precise().format(ms),
    clock: (ms) => clocks().format(ms),
    date: (ms) => dates().format(ms),
    dateTime: (ms) => both().format(ms),
    dateClock: (ms) => minutes().format(ms),
    weekdayTime: (ms) =>
      BARE_WEEKDAY.includes(locale)
        ? `${weekdays().format(ms).replace('曜日', '曜')} ${clocks().format(ms)}`
        : spacedWeekday(week(), ms),
    get zone() {
      return times().resolvedOptions().timeZone
    },
    countdown: writeCountdown,
  }
}

/** Chinese formats a weekday and a time without a space between them, which is hard to read: 周五06:05. */
export function spacedWeekday(format: Intl.DateTimeFormat, ms: number): string {
  const parts = format.formatToParts(ms)
  return parts
    .map(({ type, value }, at) =>
      type === 'hour' && parts[at - 1]?.type === 'weekday' ? ` ${value}` : value,
    )
    .join('')
}

function writeCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (part: number): string => String(part).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const tail = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** Creates one value per language, when it is first used. */
export function perLanguage<T>(create: (language: Language) => T): (language: Language) => T {
  const created = new Map<Language, T>()
  return (language) => {
    let value = created.get(language)
    if (value === undefined) {
      value = create(language)
      created.set(language, value)
    }
    return value
  }
}

/** The formatters of a language. */
export const formatFor = perLanguage((language): Format => createFormat(language))
