import { DEFAULT_LANGUAGE } from '#rules/match-language.ts'

/** The ten languages, each with its own name for itself. */
export const LANGUAGES = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  ja: '日本語',
  th: 'ไทย',
  vi: 'Tiếng Việt',
  id: 'Bahasa Indonesia',
  ko: '한국어',
  fr: 'Français',
  de: 'Deutsch',
} as const

export type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[]

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

export const DESK_LANGUAGES: readonly Language[] = ['zh-CN', 'en']

/**
 * The language of a page: the user's choice (null for none), or the default. `desk` is for the operators' page, which
 * supports fewer languages.
 */
export function pageLanguage(chosen: string | null, { desk = false } = {}): Language {
  const language = chosen !== null && isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE
  if (!desk || DESK_LANGUAGES.includes(language)) return language
  return language === 'zh-TW' ? 'zh-CN' : 'en'
}

/** The locale that formats dates. American English writes 03/06/2026, which other readers of English take for June. */
export const dateLocale = (language: string): string => (language === 'en' ? 'en-GB' : language)

/**
 * The parts of a date with its year. English writes the month as a word, because its readers disagree about the order
 * of the numbers.
 */
export const dateParts = (language: string): Intl.DateTimeFormatOptions => ({
  year: 'numeric',
  ...(language === 'en'
    ? { month: 'short', day: 'numeric' }
    : { month: '2-digit', day: '2-digit' }),
})

/** The languages whose readers expect red for a rising price. */
export const redRises = (language: Language): boolean => /^(zh|ja|ko)/.test(language)
