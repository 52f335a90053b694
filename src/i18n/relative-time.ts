import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { useTranslation } from 'react-i18next'
import { formatFor, perLanguage } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'

const JUST_NOW_MS = 15 * MINUTE_MS

const writerFor = perLanguage((language) => new Intl.RelativeTimeFormat(language))

/**
 * A relative time by section 9 of the specification: just now under 15 minutes, then minutes and hours, and the date
 * after one day.
 */
export function relativeText(
  { language, justNow }: { language: Language; justNow: string },
  ms: number,
  nowMs: number,
): string {
  const age = nowMs - ms
  if (age < JUST_NOW_MS) return justNow
  if (age < HOUR_MS) return writerFor(language).format(-Math.floor(age / MINUTE_MS), 'minute')
  if (age < DAY_MS) return writerFor(language).format(-Math.floor(age / HOUR_MS), 'hour')
  return formatFor(language).date(ms)
}

/**
 * Formats how long ago a time is, in the current language: `relative(message.sentAt, nowMs)`. Use it for news and
 * presence. Books, records and evidence show the exact time, which tells a row from its neighbours.
 */
export function useRelativeTime(): (ms: number, nowMs: number) => string {
  const { t, i18n } = useTranslation('common')
  const words = { language: languageOf(i18n), justNow: t('justNow') }
  return (ms, nowMs) => relativeText(words, ms, nowMs)
}
